import { HttpError } from '@andscene/service-kit/http-error'
import { countRefusal } from '@andscene/service-kit/metrics/process-metrics'
import type { Clock } from '../clock.ts'

const MINUTE_MS = 60_000

/** Counts one of `key`; throws TOO_MANY_REQUESTS with Retry-After when there were `most` in this minute. */
export type MinuteLimit = (key: string) => void

/** A limit per minute of the clock. It protects this process, so it is counted here and nowhere else. */
export function createMinuteLimit(name: string, most: number, clock: Pick<Clock, 'now'>): MinuteLimit {
  let minute = 0
  const counts = new Map<string, number>()
  return (key) => {
    const now = clock.now().getTime()
    const present = Math.floor(now / MINUTE_MS)
    if (present !== minute) counts.clear()
    minute = present
    const count = counts.get(key) ?? 0
    if (count >= most) {
      countRefusal(name)
      throw new HttpError('TOO_MANY_REQUESTS', 'Too many attempts. Please wait a minute and try again.', {
        retryAfter: Math.max(1, ((minute + 1) * MINUTE_MS - now) / 1_000),
      })
    }
    counts.set(key, count + 1)
  }
}
