import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from './api-client.ts'
import { retryWrite } from './retries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failing = (status: number, retryAfter?: number) =>
  new ApiError('no', { status, code: status === 0 ? 'NETWORK' : 'UNAVAILABLE', retryAfter })

describe('product §9 writes', () => {
  test('are retried twice, after 1 and 2 s, with a callback before each wait', async () => {
    const send = vi.fn<() => Promise<string>>().mockRejectedValue(failing(0))
    const onRetry = vi.fn<() => void>()
    const result = retryWrite(send, onRetry)
    result.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(999)
    expect(send).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(send).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(send).toHaveBeenCalledTimes(3)
    expect(onRetry).toHaveBeenCalledTimes(2)
    await expect(result).rejects.toMatchObject({ code: 'NETWORK' })
  })

  test('wait for Retry-After, and resolve with the first success', async () => {
    const send = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(failing(429, 5))
      .mockResolvedValue('kept')
    const result = retryWrite(send)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(send).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await result).toBe('kept')
  })
})
