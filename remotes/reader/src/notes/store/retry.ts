import type { Clock } from '../../player/ports.ts'

/** Delays between two attempts in milliseconds, doubled each time up to the maximum. */
export const FIRST_RETRY_MS = 1_000
export const LAST_RETRY_MS = 30_000

export function createRetry(clock: Clock, again: () => void) {
  let timer: number | undefined
  let failures = 0
  const stop = () => {
    clock.clearTimeout(timer)
    timer = undefined
  }
  return {
    stop,
    isDue: () => timer !== undefined,
    later(leastMs = 0) {
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS)
      timer = clock.setTimeout(again, Math.max(waitMs, leastMs))
      failures += 1
    },
    reset() {
      failures = 0
    },
  }
}
