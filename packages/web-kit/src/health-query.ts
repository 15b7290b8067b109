import type { Health } from '@andscene/contracts/health'
import { readHealth } from '@andscene/contracts/routes/health'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api-client.ts'
import { queryKeys } from './query-keys.ts'

/** product §9, health query: fresh for 30 s, and a failure is the finding, not a reason to try again. */
const HEALTH_STALE_MS = 30_000
const HEALTH_RETRIES = 0

/** State of the platform, for /health and the dashboard's widget. */
export const healthQuery = () =>
  queryOptions({
    queryKey: queryKeys.health,
    queryFn: ({ signal }) => call(readHealth, { signal }),
    staleTime: HEALTH_STALE_MS,
    retry: HEALTH_RETRIES,
  })

/** The state in a few words, as far as the form is known (product §3: free-form JSON); services that are not well are named. */
export function healthSummary({ status, services }: Partial<Health>): string {
  const unwell = Object.entries(services ?? {})
    .filter(([, service]) => service.status !== 'ok')
    .map(([name]) => name)
  if (unwell.length > 0) return `Not available: ${unwell.join(', ')}`
  return status === 'ok' ? 'All systems are running' : 'Some systems are not available'
}
