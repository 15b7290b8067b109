import { PREFER_MINIMAL } from '@andscene/contracts/call'
import { clearCache } from '@andscene/contracts/routes/caching'
import { deleteScript, listScripts, renameScript } from '@andscene/contracts/routes/scripts'
import { leaveSharedScript, listSharedScripts } from '@andscene/contracts/routes/sharing'
import type { ScriptListItem, ScriptListResponse } from '@andscene/contracts/script'
import { ApiError, call } from '@andscene/web-kit/api-client'
import { STALE_MS } from '@andscene/web-kit/query-client'
import { retryTransient } from '@andscene/web-kit/retries'
import { queryKeys } from '@andscene/web-kit/query-keys'
import {
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { forgetAudio, forgetScript } from './local-records.ts'

/** product §9, scripts query. */
const LIST_RETRIES = 2

/** All of the user's scripts, newest first, page by page. */
async function fetchScripts(signal: AbortSignal): Promise<ScriptListItem[]> {
  const scripts: ScriptListItem[] = []
  let cursor: string | undefined
  do {
    const { data }: ScriptListResponse = await call(listScripts, { query: { cursor }, signal })
    scripts.push(...data.scripts)
    cursor = data.nextCursor
  } while (cursor)
  return scripts
}

export const scriptsQuery = () =>
  queryOptions({
    queryKey: queryKeys.scripts,
    queryFn: ({ signal }) => fetchScripts(signal),
    staleTime: STALE_MS,
    retry: retryTransient(LIST_RETRIES),
  })

/** Marks the lists as stale, because other pages may cast or play scripts. */
export function outdateList(client: QueryClient): void {
  for (const queryKey of [queryKeys.scripts, queryKeys.sharedScripts]) {
    void client.invalidateQueries({ queryKey, refetchType: 'none' })
  }
}

type List = ScriptListItem[] | undefined

/**
 * Callbacks of a change. They belong to the mutation, because callbacks of a single call are dropped when the page
 * closes or another call follows.
 */
export type Telling<Result = void> = {
  onSuccess?: (result: Result, script: ScriptListItem) => void
  onError: (error: Error, script: ScriptListItem) => void
}

export type ListKey = typeof queryKeys.scripts | typeof queryKeys.sharedScripts

/** Changes a list optimistically and restores it if the call fails. */
function useListChange<T extends { script: ScriptListItem }>(
  queryKey: ListKey,
  mutationFn: (variables: T) => Promise<void>,
  change: (list: ScriptListItem[], variables: T) => ScriptListItem[],
  telling: Telling,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onMutate: async (variables) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData<ScriptListItem[]>(queryKey)
      client.setQueryData(queryKey, (list: List) => list && change(list, variables))
      return { before }
    },
    onSuccess: (_done, { script }) => telling.onSuccess?.(undefined, script),
    onError: (error, { script }, context) => {
      if (context?.before) client.setQueryData(queryKey, context.before)
      telling.onError(error, script)
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

/** Removes a script from a list with this route; a 404 counts as success (product §7: a retried delete). */
export function useRemoval(
  queryKey: ListKey,
  route: typeof deleteScript | typeof leaveSharedScript,
  telling: Telling,
) {
  const client = useQueryClient()
  return useListChange(
    queryKey,
    async ({ script }: { script: ScriptListItem }) => {
      try {
        await call(route, { params: { id: script._id } })
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

export function useRenameScript(queryKey: ListKey, telling: Telling) {
  const client = useQueryClient()
  return useListChange(
    queryKey,
    async ({ script, title }: { script: ScriptListItem; title: string }) => {
      await call(renameScript, { params: { id: script._id }, body: { title }, headers: PREFER_MINIMAL })
      await client.invalidateQueries({ queryKey: queryKeys.script(script._id) })
    },
    (list, { script, title }) =>
      list.map((known) => (known._id === script._id ? { ...known, title } : known)),
    telling,
  )
}

const CLEARING = ['clear-cache']
type ClearingVariables = { script: ScriptListItem }

export const useClearing = (): string[] =>
  useMutationState({
    filters: { mutationKey: CLEARING, status: 'pending' },
    select: ({ state }) => (state.variables as ClearingVariables).script._id,
  })

/** Deletes a script's clips on this device and on the server; returns the number of files deleted on the server. */
export function useClearCache(telling: Required<Telling<number>>) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: CLEARING,
    mutationFn: async ({ script }: ClearingVariables) => {
      const { filesDeleted } = await call(clearCache, { body: { scriptId: script._id } })
      await forgetAudio(script._id)
      return filesDeleted
    },
    onSuccess: (files, { script }) => telling.onSuccess(files, script),
    onError: (error, { script }) => telling.onError(error, script),
    onSettled: (_files, _error, { script }) =>
      client.invalidateQueries({ queryKey: queryKeys.script(script._id) }),
  })
}

/** Short, because others may share or revoke at any time. Milliseconds. */
const SHARED_STALE_MS = 30_000

/** Scripts that others have shared with the user, the latest invitation first. */
export const sharedScriptsQuery = () =>
  queryOptions({
    queryKey: queryKeys.sharedScripts,
    queryFn: async ({ signal }) => (await call(listSharedScripts, { signal })).data.scripts,
    staleTime: SHARED_STALE_MS,
  })
