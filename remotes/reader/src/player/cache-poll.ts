import { CACHE_POLL_DELAYS_MS } from './limits.ts'
import type { Clock } from './ports.ts'

/**
 * Asks for the cache status of what comes while playing, after 2, 3, 5, 8 and then every 10 s (SPEC §9). `check` also
 * tells the server where the listener is. A failed check is no failure of playback: the next one comes.
 */
export function createCachePoll(clock: Clock, check: () => Promise<unknown>) {
  let timer: number | undefined
  let round = 0
  let running = false

  function plan() {
    const delay = CACHE_POLL_DELAYS_MS[Math.min(round, CACHE_POLL_DELAYS_MS.length - 1)]!
    timer = clock.setTimeout(() => {
      round += 1
      void check()
        .catch(() => undefined)
        .then(() => running && plan())
    }, delay)
  }

  return {
    start() {
      if (running) return
      running = true
      round = 0
      plan()
    },
    stop() {
      running = false
      clock.clearTimeout(timer)
    },
  }
}
