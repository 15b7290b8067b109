import { HttpError } from '@andscene/service-kit/http-error'
import { createLimiter, type SharedCounters } from '@andscene/service-kit/limiter'
import { countRefusal } from '@andscene/service-kit/metrics/process-metrics'
import { ExpiringMap } from '@andscene/service-kit/expiring-map'
import { RateLimiterRes } from 'rate-limiter-flexible'

const WINDOW_SECONDS = 60
/**
 * Fraction of a limit that a process leases; with several processes a client may be refused early by this much for
 * each.
 */
const LEASE_SHARE = 1 / 60
const MOST_LEASED = 100
const REMEMBERED_KEYS = 10_000

const TOO_MANY = 'Too many requests. Please wait a moment and try again.'

/** Counts one request of `key`; throws TOO_MANY_REQUESTS with Retry-After past the limit. */
export type Limit = (key: string) => Promise<void>

/** Counted points: `left` of `size` are unused; `rest` are not leased yet. */
type Lease = { left: number; size: number; rest: number }

export type LimitOptions = {
  sentence?: string | undefined
  /** Retry-After is up to this much after the end of the minute, at random. */
  spreadMs?: number
}

/**
 * A limit per minute, counted in Redis; while Redis is unavailable each process counts in its own memory (product §10).
 * Frequent clients are counted in leases, from one point doubling to a sixtieth of the limit, because a round trip
 * takes longer than all other checks of a request. A lease is counted before use and expires with its minute, so no
 * limit is exceeded.
 */
export function createLimit(
  name: string,
  points: number,
  shared?: SharedCounters,
  { sentence = TOO_MANY, spreadMs = 0 }: LimitOptions = {},
): Limit {
  const limiter = createLimiter(name, { points, duration: WINDOW_SECONDS }, shared, {
    inMemoryBlockOnConsumed: points + 1,
  })
  const mostLeased = Math.max(1, Math.min(MOST_LEASED, Math.floor(points * LEASE_SHARE)))
  const leases = new ExpiringMap<Lease>(REMEMBERED_KEYS)
  const asked = new Map<string, Promise<void>>()

  /** Takes the next lease of `key`, which includes the point of the first caller. */
  const renew = async (key: string, spent: Lease | undefined) => {
    const size = spent ? Math.max(1, Math.min(2 * spent.size, mostLeased, spent.rest)) : 1
    const counted = await limiter.consume(key, size).catch((refused: unknown) => {
      if (!(refused instanceof RateLimiterRes)) throw refused
      countRefusal(name)
      const retryAfter = (refused.msBeforeNext + Math.random() * spreadMs) / 1_000
      throw new HttpError('TOO_MANY_REQUESTS', sentence, { retryAfter })
    })
    const { msBeforeNext, remainingPoints: rest } = counted
    leases.set(key, { left: size, size, rest }, Date.now() + msBeforeNext)
  }

  return async (key) => {
    for (;;) {
      const lease = leases.get(key)
      if (lease && lease.left > 0) {
        lease.left -= 1
        return
      }
      const renewal = asked.get(key) ?? renew(key, lease).finally(() => asked.delete(key))
      asked.set(key, renewal)
      await renewal
    }
  }
}
