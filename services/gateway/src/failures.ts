import { HttpError } from '@andscene/service-kit/http-error'
import { countRefusal } from '@andscene/service-kit/process-metrics'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { createLimiter, type SharedCounters } from './limits.ts'

const WINDOW_MS = 60_000

type Try<T> = {
  work(): Promise<T>
  /** Whether what it threw is a failure of whoever tried; anything else that goes wrong counts for nothing. */
  isFailure(error: unknown): boolean
}
/** Does what may fail; throws TOO_MANY_REQUESTS with Retry-After once `key` has failed too often in this minute. */
export type FailureLimit = <T>(key: string, attempt: Try<T>) => Promise<T>

/**
 * A limit of failures per minute. Each try counts before it is made and is given back unless it fails, so that twenty at
 * once are no more than one after the other. Whoever comes while all that is left is being tried waits for the outcome: many
 * who succeed at once do not lock each other out. Minutes are those of the clock: what is given back late counts for nothing
 * in the next one.
 */
export function createFailureLimit(
  name: string,
  points: number,
  shared?: SharedCounters,
  now: () => number = Date.now,
): FailureLimit {
  const limiter = createLimiter(name, { points, duration: (2 * WINDOW_MS) / 1_000 }, shared)
  /** Of this process: tries that have been let in, by key. */
  const tries = new Map<string, Set<Promise<void>>>()

  /** How to give the try back. */
  const enter = async (key: string): Promise<() => Promise<unknown>> => {
    for (;;) {
      const minute = Math.floor(now() / WINDOW_MS)
      const counted = `${key} ${minute}`
      const giveBack = () => limiter.reward(counted)
      try {
        await limiter.consume(counted)
        return giveBack
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        await giveBack()
        const others = tries.get(key)
        if (!others) {
          countRefusal(name)
          throw tooMany((minute + 1) * WINDOW_MS - now())
        }
        await Promise.race(others)
      }
    }
  }

  return async (key, { work, isFailure }) => {
    const giveBack = await enter(key)
    const end = begin(tries, key)
    try {
      const result = await work()
      await giveBack()
      return result
    } catch (error) {
      if (!isFailure(error)) await giveBack()
      throw error
    } finally {
      end()
    }
  }
}

/** Returns how to say that the try is over. */
function begin(tries: Map<string, Set<Promise<void>>>, key: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const ofKey = tries.get(key) ?? new Set()
  tries.set(key, ofKey.add(promise))
  return () => {
    ofKey.delete(promise)
    if (ofKey.size === 0 && tries.get(key) === ofKey) tries.delete(key)
    resolve()
  }
}

const tooMany = (forMs: number) =>
  new HttpError('TOO_MANY_REQUESTS', 'Too many failed attempts. Please wait a minute and try again.', {
    retryAfter: Math.max(1, forMs / 1_000),
  })
