import { HttpError } from '@andscene/service-kit/http-error'
import { countRefusal } from '@andscene/service-kit/metrics/process-metrics'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { createLimiter, type SharedCounters } from '@andscene/service-kit/limiter'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

type Attempt<T> = {
  work(): Promise<T>
  /** Whether an error is the client's failure; other errors are not counted. */
  isFailure(error: unknown): boolean
}
/** Runs an attempt; throws TOO_MANY_REQUESTS with Retry-After once `key` has failed too often in this window. */
export type FailureLimit = <T>(key: string, attempt: Attempt<T>) => Promise<T>

/**
 * Limits failures per window, by default a minute. Each attempt is counted before it starts and refunded unless it
 * fails, so parallel attempts are limited like sequential ones. While all remaining attempts are in progress, further
 * ones wait for their results, so parallel successes do not lock each other out. Windows follow the clock; keys without
 * a failure are not stored.
 */
export function createFailureLimit(
  name: string,
  points: number,
  shared?: SharedCounters,
  { windowMs = MINUTE_MS, now = Date.now }: { windowMs?: number; now?: () => number } = {},
): FailureLimit {
  const limiter = createLimiter(name, { points, duration: (2 * windowMs) / 1_000 }, shared)
  /** Attempts in progress in this process, by key. */
  const running = new Map<string, Set<Promise<void>>>()

  /** Counts an attempt; returns a function that refunds it. */
  const enter = async (key: string): Promise<() => Promise<unknown>> => {
    for (;;) {
      const window = Math.floor(now() / windowMs)
      const counted = `${key} ${window}`
      const refund = async () => {
        const { consumedPoints } = await limiter.reward(counted)
        if (consumedPoints <= 0) await limiter.delete(counted)
      }
      try {
        await limiter.consume(counted)
        return refund
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        await refund()
        const others = running.get(key)
        if (!others) {
          countRefusal(name)
          throw tooMany((window + 1) * windowMs - now())
        }
        await Promise.race(others)
      }
    }
  }

  return async (key, { work, isFailure }) => {
    const refund = await enter(key)
    const end = track(running, key)
    try {
      const result = await work()
      await refund()
      return result
    } catch (error) {
      if (!isFailure(error)) await refund()
      throw error
    } finally {
      end()
    }
  }
}

/** Registers an attempt; returns a function that removes it. */
function track(running: Map<string, Set<Promise<void>>>, key: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const ofKey = running.get(key) ?? new Set()
  running.set(key, ofKey.add(promise))
  return () => {
    ofKey.delete(promise)
    if (ofKey.size === 0 && running.get(key) === ofKey) running.delete(key)
    resolve()
  }
}

function tooMany(forMs: number): HttpError {
  const minutes = Math.ceil(forMs / MINUTE_MS)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new HttpError('TOO_MANY_REQUESTS', `Too many failed attempts. Please wait ${wait} and try again.`, {
    retryAfter: Math.max(1, forMs / 1_000),
  })
}
