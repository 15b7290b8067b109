import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

const RESOLUTION_MS = 1

/** The longest time that `work` blocked the event loop, and its duration. */
export async function longestBlock(
  work: () => Promise<unknown>,
): Promise<{ longestMs: number; tookMs: number }> {
  await delay(200)
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const begin = performance.now()
  await work()
  const tookMs = performance.now() - begin
  await delay(20)
  delays.disable()
  return { longestMs: Math.max(0, delays.max / 1e6 - RESOLUTION_MS), tookMs }
}
