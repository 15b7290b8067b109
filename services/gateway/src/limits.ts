import { HttpError } from '@andscene/service-kit/http-error'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible'

const WINDOW_SECONDS = 60

/** Counts one request of `key`; throws TOO_MANY_REQUESTS with Retry-After past the limit. */
export type Limit = (key: string) => Promise<void>

/** Where limits are counted: `prefix` keeps platforms apart that share a Redis. */
export type SharedCounters = { redis: Redis; prefix: string }

/** A limit per minute, counted in Redis; while Redis is away each process counts in its own memory (product §10). */
export function createLimit(name: string, points: number, shared?: SharedCounters): Limit {
  const memory = new RateLimiterMemory({ keyPrefix: name, points, duration: WINDOW_SECONDS })
  const limiter: RateLimiterAbstract = shared
    ? new RateLimiterRedis({
        storeClient: shared.redis,
        keyPrefix: `${shared.prefix}:limit:${name}`,
        points,
        duration: WINDOW_SECONDS,
        insuranceLimiter: memory,
        inMemoryBlockOnConsumed: points + 1,
      })
    : memory
  return async (key) => {
    try {
      await limiter.consume(key)
    } catch (refused) {
      if (refused instanceof Error) throw refused
      const { msBeforeNext } = refused as { msBeforeNext: number }
      throw new HttpError('TOO_MANY_REQUESTS', 'Too many requests. Please wait a moment and try again.', {
        retryAfter: msBeforeNext / 1_000,
      })
    }
  }
}
