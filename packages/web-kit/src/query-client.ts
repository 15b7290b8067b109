import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-client.ts'
import { onSessionEnd } from './session.tsx'

/** product §9, data fetching defaults. */
export const STALE_MS = 5 * 60_000
const UNUSED_MS = 10 * 60_000
export const READ_RETRIES = 3
export const WRITE_RETRIES = 2
export const RETRY_STEP_MS = 1_000
const RETRY_CAP_MS = 30_000

/**
 * Only what may pass by itself is worth another try: network faults, 408, 429 and 5xx (product §7); not a day's allowance
 * that is used up, though it is a 429 too.
 */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code !== 'ALLOWANCE_USED_UP' &&
  (error.code === 'NETWORK' ||
    (error.status === 0 && error.code === 'TIMEOUT') ||
    error.status === 408 ||
    error.status === 429 ||
    error.status >= 500)

/** A `retry` option for at most `times` retries; queries with another number (product §9) use it too. */
export const retryTransient = (times: number) => (failures: number, error: Error) =>
  failures < times && isTransient(error)

/** 1 s times the attempt, at most 30 s; never sooner than the backend asked. `failures` counts from 0. */
export const retryDelay = (failures: number, error?: unknown): number => {
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0
  return Math.min(Math.max(RETRY_STEP_MS * (failures + 1), asked), RETRY_CAP_MS)
}

/** A client with the specified defaults. Pages use the one below; tests make their own. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        gcTime: UNUSED_MS,
        retry: retryTransient(READ_RETRIES),
        retryDelay,
        refetchOnWindowFocus: true,
        refetchOnReconnect: false,
        // The backend may be on this very machine: the browser's online state says nothing about it.
        networkMode: 'always',
      },
      mutations: { retry: retryTransient(WRITE_RETRIES), retryDelay, networkMode: 'always' },
    },
  })

/** The page's one client. Nothing of a person outlives the session in it. */
export const queryClient = createQueryClient()
onSessionEnd(() => queryClient.clear())
