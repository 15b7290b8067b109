import type { Clock } from '../clock.ts'

/** A clock that stands until the test moves it. */
export function manualClock() {
  let now = Date.parse('2026-01-01T00:00:00Z')
  let waiting: { at: number; work: () => void }[] = []
  const clock: Clock = {
    now: () => new Date(now),
    after: (ms, work) => {
      const entry = { at: now + ms, work }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((one) => one !== entry)
      }
    },
  }
  return {
    ...clock,
    /** Milliseconds until the next thing happens; undefined when nothing will. */
    next: () => (waiting.length === 0 ? undefined : Math.min(...waiting.map(({ at }) => at)) - now),
    /** Lets time pass and what is due happen. */
    advance(ms: number) {
      now += ms
      const due = waiting.filter(({ at }) => at <= now)
      waiting = waiting.filter(({ at }) => at > now)
      for (const { work } of due) work()
    },
  }
}
