import { describe, expect, test, vi } from 'vitest'
import { ApiError, type ApiErrorCode } from './api-client.ts'
import { sessionStore } from '../session/identity.ts'
import { createQueryClient, queryClient } from './query-client.ts'
import { isHeld } from '../navigation/safe-moment.ts'
import { retryDelay, retryTransient } from './retries.ts'

const error = (status: number, code: ApiErrorCode, retryAfter?: number) =>
  new ApiError('x', { status, code, retryAfter })

/** Returns how many retries a rule allows. */
const tries = (retry: unknown) => {
  let failures = 0
  while ((retry as (n: number, e: unknown) => boolean)(failures, error(503, 'UNAVAILABLE'))) failures += 1
  return failures
}

test('product §9 data is fresh for 5 minutes, kept for 10, and refetched on focus but not on reconnect', () => {
  expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 600_000,
    refetchOnWindowFocus: true,
    refetchOnReconnect: false,
  })
})

test('product §9 reads are retried 3 times, writes 2', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect(tries(queries!.retry)).toBe(3)
  expect(tries(mutations!.retry)).toBe(2)
})

test.each([
  ['NETWORK', 0, true],
  ['TIMEOUT', 0, true],
  ['TIMEOUT', 408, true],
  ['TOO_MANY_REQUESTS', 429, true],
  ['INTERNAL', 500, true],
  ['UNAVAILABLE', 503, true],
  ['ABORTED', 0, false],
  ['TOO_MANY_CONCURRENT', 0, false],
  ['VALIDATION', 400, false],
  ['UNAUTHENTICATED', 401, false],
  ['NOT_FOUND', 404, false],
  ['TOO_LARGE', 413, false],
  ['LIBRARY_FULL', 409, false],
  ['ALLOWANCE_USED_UP', 429, false],
] as const)('product §7 retries only transient failures: %s %i', (code, status, expected) => {
  expect(retryTransient(3)(0, error(status, code))).toBe(expected)
})

test('does not retry programming errors', () => {
  expect(retryTransient(3)(0, new TypeError('undefined is not a function'))).toBe(false)
})

test('product §9 the delay is 1 s times the attempt, or Retry-After if longer, at most 30 s', () => {
  expect([0, 1, 2, 40].map((failures) => retryDelay(failures))).toEqual([1_000, 2_000, 3_000, 30_000])
  expect(retryDelay(0, error(429, 'TOO_MANY_REQUESTS', 12))).toBe(12_000)
})

test('product §6 the query cache is cleared when the session ends', async () => {
  queryClient.setQueryData(['scripts'], ['mine'])
  await sessionStore.end().catch(() => undefined)
  expect(queryClient.getQueryData(['scripts'])).toBeUndefined()
})

/** A write that is retried once without a delay. Records its callbacks. */
const write = (client: ReturnType<typeof createQueryClient>, send: () => Promise<void>) => {
  const callback = vi.fn<() => void>()
  const options = {
    mutationFn: send,
    retry: 1,
    retryDelay: 0,
    onError: callback,
    onSuccess: callback,
    onSettled: callback,
  }
  const done = client.getMutationCache().build(client, options).execute(undefined)
  return { callback, done: done.catch(() => undefined) }
}
const refused = () => Promise.reject(error(503, 'UNAVAILABLE'))

describe('product §6 a write of a session that has ended', () => {
  test('is not retried, and calls no callback', async () => {
    const client = createQueryClient()
    const send = vi.fn<() => Promise<void>>(async () => {
      if (send.mock.calls.length > 1) return
      // While the response is pending.
      void sessionStore.end().catch(() => undefined)
      return refused()
    })
    const before = write(client, send)
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
    // A later write is retried.
    const sendNext = vi.fn<typeof refused>(refused)
    await write(client, sendNext).done
    expect(sendNext).toHaveBeenCalledTimes(2)
    expect(send).toHaveBeenCalledOnce()
    expect(before.callback).not.toHaveBeenCalled()
  })

  test('is not retried while it waits for its next attempt', async () => {
    const client = createQueryClient()
    const send = vi.fn<typeof refused>(refused)
    const before = write(client, send)
    const [waiting] = client.getMutationCache().getAll()
    await vi.waitFor(() => expect(waiting?.state.failureCount).toBe(1), { interval: 1 })
    await sessionStore.end().catch(() => undefined)
    await write(client, refused).done
    expect(send).toHaveBeenCalledOnce()
    expect(before.callback).not.toHaveBeenCalled()
  })
})

test('product §14 pending writes block the offer of a new version', async () => {
  const saved = Promise.withResolvers<void>()
  const saving = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => saved.promise })
    .execute(undefined)
  expect(isHeld()).toBe(true)
  saved.resolve()
  await saving
  await expect.poll(isHeld).toBe(false)
})
