import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'

export type Sweeps = {
  /** Requests a sweep. Returns immediately; never throws. */
  wake(): void
  /** Stops; a running sweep finishes first. */
  close(): Promise<void>
}

/** Interval of the sweeps for unfinished work (product §10). */
export const SWEEP_EVERY_MS = 60_000
const RETRY_FIRST_MS = 1_000

/**
 * Runs `sweep` when woken, at start and every minute, never concurrently, so that the next process finishes the work of
 * a crashed one. After a failure, which is logged as `failure`, it retries sooner, with backoff.
 */
export function startSweeps(deps: {
  sweep: () => Promise<void>
  clock: Clock
  log: FastifyBaseLogger
  failure: string
}): Sweeps {
  const { clock, log } = deps
  let sweeping: Promise<void> | undefined
  let wokenMeanwhile = false
  let closed = false
  let failures = 0
  let cancelTimer: (() => void) | undefined

  const run = async () => {
    wokenMeanwhile = false
    try {
      await deps.sweep()
      failures = 0
    } catch (error) {
      failures += 1
      log.warn({ err: error }, deps.failure)
    }
    sweeping = undefined
    if (wokenMeanwhile && failures === 0) wake()
    else schedule()
  }
  const schedule = () => {
    cancelTimer?.()
    if (closed) return
    const retry = RETRY_FIRST_MS * 2 ** (failures - 1)
    cancelTimer = clock.after(failures === 0 ? SWEEP_EVERY_MS : Math.min(retry, SWEEP_EVERY_MS), wake)
  }
  const wake = () => {
    if (closed) return
    wokenMeanwhile = true
    sweeping ??= run()
  }

  wake()
  return {
    wake,
    close: async () => {
      closed = true
      cancelTimer?.()
      await sweeping
    },
  }
}
