import type { Health } from '@andscene/contracts/platform'
import { api } from '@andscene/web-kit/api-client'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { queryOptions } from '@tanstack/react-query'

/** State of the platform; asked again when someone comes back to the page. */
export const healthQuery = () =>
  queryOptions({
    queryKey: queryKeys.health,
    queryFn: ({ signal }) => api.get<Health>('/health', { signal }),
    staleTime: 30_000,
    retry: false,
  })
