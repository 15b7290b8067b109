import { leaveSharedScript, listSharedScripts } from '@andscene/contracts/routes/sharing'
import { call } from '@andscene/web-kit/api-client'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { queryOptions } from '@tanstack/react-query'
import { useRemoval, type Telling } from './scripts-query.ts'

/** Others share, and take back, at any time: whoever comes back to the page sees it. Milliseconds. */
const SHARED_STALE_MS = 30_000

/** Scripts that others have shared with the person, the latest invitation first. */
export const sharedScriptsQuery = () =>
  queryOptions({
    queryKey: queryKeys.sharedScripts,
    queryFn: async ({ signal }) => (await call(listSharedScripts, { signal })).data.scripts,
    staleTime: SHARED_STALE_MS,
  })

/** Gives up a script of somebody else. */
export const useLeaveScript = (telling: Telling) =>
  useRemoval(queryKeys.sharedScripts, leaveSharedScript, telling)
