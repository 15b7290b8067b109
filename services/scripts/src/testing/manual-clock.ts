import type { Clock } from '../clock.ts'

/** A clock that only the test advances. */
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
    /** Milliseconds until the next timer; undefined without timers. */
    next: () => (waiting.length === 0 ? undefined : Math.min(...waiting.map(({ at }) => at)) - now),
    /** Advances the clock and runs the timers that are due. */
    advance(ms: number) {
      now += ms
      const due = waiting.filter(({ at }) => at <= now)
      waiting = waiting.filter(({ at }) => at > now)
      for (const { work } of due) work()
    },
  }
}
