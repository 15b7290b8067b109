import type { Clock } from '../ports.ts'

export type FakeClock = Clock & {
  /** Advances the time, timer by timer, and settles promises in between. */
  advance(ms: number): Promise<void>
  pendingTimers(): number
}

/** Enough microtask turns for any promise chain between two timers. */
const TURNS = 60
export async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await Promise.resolve()
}

export function createFakeClock(): FakeClock {
  let time = 0
  let nextId = 1
  const timers = new Map<number, { at: number; run: () => void }>()
  return {
    now: () => time,
    setTimeout(run, ms) {
      const id = nextId
      nextId += 1
      timers.set(id, { at: time + Math.max(ms, 0), run })
      return id
    },
    clearTimeout(id) {
      if (id !== undefined) timers.delete(id)
    },
    async advance(ms) {
      const end = time + ms
      await settle()
      for (;;) {
        const due = [...timers].filter(([, timer]) => timer.at <= end).sort(([, a], [, b]) => a.at - b.at)[0]
        if (!due) break
        const [id, timer] = due
        timers.delete(id)
        time = Math.max(time, timer.at)
        timer.run()
        await settle()
      }
      time = end
      await settle()
    },
    pendingTimers: () => timers.size,
  }
}
