import { QueryClient } from '@tanstack/react-query'
import { READ_RETRIES, retryDelay, retryTransient, WRITE_RETRIES } from './retries.ts'
import { onSessionEnd } from './session.tsx'

/** product §9, data fetching defaults. */
export const STALE_MS = 5 * 60_000
const UNUSED_MS = 10 * 60_000

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
