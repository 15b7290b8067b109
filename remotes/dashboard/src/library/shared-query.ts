import { leaveSharedScript, listSharedScripts } from '@andscene/contracts/routes/sharing'
import { call } from '@andscene/web-kit/api-client'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { queryOptions } from '@tanstack/react-query'
import { useRemoval, type Telling } from './scripts-query.ts'

/** Short, because others share and revoke at any time. Milliseconds. */
const SHARED_STALE_MS = 30_000

/** Scripts that others have shared with the user, the latest invitation first. */
export const sharedScriptsQuery = () =>
  queryOptions({
    queryKey: queryKeys.sharedScripts,
    queryFn: async ({ signal }) => (await call(listSharedScripts, { signal })).data.scripts,
    staleTime: SHARED_STALE_MS,
  })

/** Leaves a shared script. */
export const useLeaveScript = (telling: Telling) =>
  useRemoval(queryKeys.sharedScripts, leaveSharedScript, telling)
