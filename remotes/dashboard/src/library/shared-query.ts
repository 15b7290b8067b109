import { leaveSharedScript, listSharedScripts } from '@andscene/contracts/routes/sharing'
import type { ScriptListItem } from '@andscene/contracts/script'
import { ApiError, call } from '@andscene/web-kit/api-client'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { forgetScript } from './local-records.ts'
import { useListChange, type Telling } from './scripts-query.ts'

/** Others share, and take back, at any time: whoever comes back to the page sees it. Milliseconds. */
const SHARED_STALE_MS = 30_000

/** Scripts that others have shared with the person, the latest invitation first. */
export const sharedScriptsQuery = () =>
  queryOptions({
    queryKey: queryKeys.sharedScripts,
    queryFn: async ({ signal }) => (await call(listSharedScripts, { signal })).data.scripts,
    staleTime: SHARED_STALE_MS,
  })

/** Gives up a script of somebody else; one that is not there any more counts as given up. */
export function useLeaveScript(telling: Telling) {
  const client = useQueryClient()
  return useListChange(
    queryKeys.sharedScripts,
    async ({ script }: { script: ScriptListItem }) => {
      try {
        await call(leaveSharedScript, { params: { id: script._id } })
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
      client.removeQueries({ queryKey: queryKeys.script(script._id) })
      await forgetScript(script._id)
    },
    (list, { script }) => list.filter((known) => known._id !== script._id),
    telling,
  )
}
