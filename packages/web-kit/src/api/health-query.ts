import type { Health } from '@andscene/contracts/health'
import { readHealth } from '@andscene/contracts/routes/health'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api-client.ts'
import { COMING_POLL_MS, naturalVoicesText, whileComing } from '../voices/natural-voices-text.ts'
import { queryKeys } from './query-keys.ts'
import { showStateOfHealth } from '../voices/share-natural-voices.ts'

/** product §9, health query: fresh for 30 s, without retries, because a failure is a result. */
const HEALTH_STALE_MS = 30_000
const HEALTH_RETRIES = 0

export const healthQuery = () =>
  queryOptions({
    queryKey: queryKeys.health,
    queryFn: async ({ signal, client }) => {
      const health = await call(readHealth, { signal })
      showStateOfHealth(client, health.naturalVoices)
      return health
    },
    staleTime: HEALTH_STALE_MS,
    retry: HEALTH_RETRIES,
    refetchInterval: ({ state: { data } }) => whileComing(data?.naturalVoices, COMING_POLL_MS),
  })

/** A short summary with failing services and the natural voices. The response is free-form JSON (product §3). */
export function healthSummary({ status, services, naturalVoices }: Partial<Health>): string {
  const natural = naturalVoicesText(naturalVoices)
  const state = stateOf(status, services)
  return natural === undefined ? state : `${state}. ${natural}`
}

function stateOf(status: Health['status'] | undefined, services: Health['services'] | undefined): string {
  const unwell = Object.entries(services ?? {})
    .filter(([, service]) => service.status !== 'ok')
    .map(([name]) => name)
  if (unwell.length > 0) return `Not available: ${unwell.join(', ')}`
  return status === 'ok' ? 'All systems are running' : 'Some systems are not available'
}
