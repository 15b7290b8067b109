import { HttpError } from '@andscene/service-kit/http-error'
import { countRefusal } from '@andscene/service-kit/metrics/process-metrics'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { createLimiter, type SharedCounters } from '@andscene/service-kit/limiter'

const NAME = 'link-guests'
const DAY_SECONDS = 24 * 3_600

/** Limits new guests per link and address, in a day from the first of them. */
export type NewGuestLimit = {
  /** Throws TOO_MANY_REQUESTS with Retry-After when the limit is reached. */
  requireRoom(key: string): Promise<void>
  count(key: string): Promise<void>
}

/**
 * Counts guests, not attempts, so attempts at invalid links store no key. Concurrent requests may exceed the limit, by
 * at most the number of requests that the address has in flight.
 */
export function createNewGuestLimit(points: number, shared?: SharedCounters): NewGuestLimit {
  const limiter = createLimiter(NAME, { points, duration: DAY_SECONDS }, shared)
  return {
    requireRoom: async (key) => {
      const counted = await limiter.get(key)
      if (!counted || counted.consumedPoints < points || counted.msBeforeNext <= 0) return
      countRefusal(NAME)
      const sentence = 'Too many people have opened this link from your network today. Try again tomorrow.'
      throw new HttpError('TOO_MANY_REQUESTS', sentence, { retryAfter: counted.msBeforeNext / 1_000 })
    },
    count: async (key) => {
      await limiter.consume(key).catch((refused: unknown) => {
        if (!(refused instanceof RateLimiterRes)) throw refused
      })
    },
  }
}
