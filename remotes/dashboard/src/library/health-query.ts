import { readHealth } from '@andscene/contracts/routes/health'
import { call } from '@andscene/web-kit/api-client'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { queryOptions } from '@tanstack/react-query'

/** State of the platform; asked again when someone comes back to the page. */
export const healthQuery = () =>
  queryOptions({
    queryKey: queryKeys.health,
    queryFn: ({ signal }) => call(readHealth, { signal }),
    staleTime: 30_000,
    retry: false,
  })
