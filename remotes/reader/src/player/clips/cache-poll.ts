import { CACHE_POLL_DELAYS_MS } from '../limits.ts'
import type { Clock } from '../ports.ts'

/** Checks the cache status of the next lines while playing, after 2, 3, 5, 8, then every 10 s (product §9). */
export function createCachePoll(clock: Clock, check: () => Promise<unknown>) {
  let timer: number | undefined
  /** The current polling: a check that outlasts a restart must not schedule the next one. */
  let present: symbol | undefined

  function plan(own: symbol, round: number) {
    const delay = CACHE_POLL_DELAYS_MS[Math.min(round, CACHE_POLL_DELAYS_MS.length - 1)]!
    timer = clock.setTimeout(() => {
      void check()
        .catch(() => undefined)
        .then(() => present === own && plan(own, round + 1))
    }, delay)
  }

  return {
    start() {
      if (present) return
      present = Symbol('polling')
      plan(present, 0)
    },
    stop() {
      present = undefined
      clock.clearTimeout(timer)
    },
  }
}
