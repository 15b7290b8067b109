import { ApiError } from './api-client.ts'

/** product §9, data fetching defaults. Not in query-client.ts, because the landing page does not load that. */
export const READ_RETRIES = 3
export const WRITE_RETRIES = 2
export const RETRY_STEP_MS = 1_000
const RETRY_CAP_MS = 30_000

/**
 * Whether a retry may succeed: network errors, 408, 429 and 5xx (product §7), except the 429 of a used-up daily
 * allowance.
 */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code !== 'ALLOWANCE_USED_UP' &&
  (error.code === 'NETWORK' ||
    (error.status === 0 && error.code === 'TIMEOUT') ||
    error.status === 408 ||
    error.status === 429 ||
    error.status >= 500)

/** Returns a `retry` option with at most `times` retries (product §9). */
export const retryTransient = (times: number) => (failures: number, error: Error) =>
  failures < times && isTransient(error)

/** 1 s times the attempt, or Retry-After if longer; at most 30 s. `failures` counts from 0. */
export const retryDelay = (failures: number, error?: unknown): number => {
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0
  return Math.min(Math.max(RETRY_STEP_MS * (failures + 1), asked), RETRY_CAP_MS)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Sends a write and retries it after transient failures; calls `onRetry` before each wait (product §9). */
export async function retryWrite<T>(send: () => Promise<T>, onRetry: () => void = () => {}): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await send()
    } catch (error) {
      if (failures >= WRITE_RETRIES || !isTransient(error)) throw error
      onRetry()
      await pause(retryDelay(failures, error))
    }
  }
}
