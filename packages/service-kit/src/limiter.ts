import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible'

/** The Redis with the counters, and the prefix of its keys, because platforms may share one. */
export type SharedCounters = { redis: Redis; prefix: string }

/** Counts in Redis, and in this process while Redis is unavailable or unset. `duration` in seconds. */
export function createLimiter(
  name: string,
  limit: { points: number; duration: number },
  shared: SharedCounters | undefined,
  more: { inMemoryBlockOnConsumed?: number } = {},
): RateLimiterAbstract {
  const memory = new RateLimiterMemory({ keyPrefix: name, ...limit })
  if (!shared) return memory
  return new RateLimiterRedis({
    storeClient: shared.redis,
    keyPrefix: `${shared.prefix}:limit:${name}`,
    insuranceLimiter: memory,
    ...limit,
    ...more,
  })
}
