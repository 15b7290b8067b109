import type { Draft, Drafts } from '@andscene/contracts/drafts'
import {
  deleteDraft,
  downloadDraft,
  listDrafts,
  makeDraftPresent,
  renameDraft,
} from '@andscene/contracts/routes/drafts'
import { call } from '@andscene/web-kit/api-client'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'

/** The reader's list of drafts has the same key. */
export const draftsKey = (scriptId: string) => [...queryKeys.script(scriptId), 'drafts'] as const

/** The drafts that the caller may open. Others may upload one at any time. */
export const draftsQuery = (scriptId: string) =>
  queryOptions({
    queryKey: draftsKey(scriptId),
    queryFn: async ({ signal }): Promise<Drafts> =>
      (await call(listDrafts, { params: { id: scriptId }, signal })).data,
    staleTime: 0,
  })

/**
 * Shows a changed list. An open reader is notified of another present draft by an event and keeps its lines until its
 * user goes over; data of a script that is not open is fetched again.
 */
export function adoptDrafts(client: QueryClient, scriptId: string, drafts: Drafts): void {
  const queryKey = draftsKey(scriptId)
  void client.cancelQueries({ queryKey, exact: true })
  client.removeQueries({ queryKey: queryKeys.script(scriptId), type: 'inactive' })
  client.setQueryData(queryKey, drafts)
  for (const list of [queryKeys.scripts, queryKeys.sharedScripts])
    void client.invalidateQueries({ queryKey: list })
}

type Telling = { onSuccess?: (drafts: Drafts) => void; onError: (error: Error) => void }

function useDraftChange<Variables>(
  scriptId: string,
  send: (variables: Variables) => Promise<{ data: Drafts }>,
  { onSuccess, onError }: Telling,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (variables: Variables) => (await send(variables)).data,
    scope: { id: `drafts ${scriptId}` },
    onSuccess: (drafts) => {
      adoptDrafts(client, scriptId, drafts)
      onSuccess?.(drafts)
    },
    onError: (error) => {
      // Another user may have deleted it.
      void client.invalidateQueries({ queryKey: draftsKey(scriptId), exact: true })
      onError(error)
    },
  })
}

const paramsOf = (id: string, { number }: Pick<Draft, 'number'>) => ({ id, draft: number })

export const useRenaming = (id: string, draft: Pick<Draft, 'number'>, telling: Telling) =>
  useDraftChange(
    id,
    (name: string) => call(renameDraft, { params: paramsOf(id, draft), body: { name } }),
    telling,
  )

export const useMakingPresent = (id: string, draft: Draft, telling: Telling) =>
  useDraftChange(id, () => call(makeDraftPresent, { params: paramsOf(id, draft) }), telling)

export const useDeletion = (id: string, draft: Draft, telling: Telling) =>
  useDraftChange(id, () => call(deleteDraft, { params: paramsOf(id, draft) }), telling)

export const downloadFile = async (id: string, draft: Draft): Promise<Blob> =>
  (await call(downloadDraft, { params: paramsOf(id, draft) })).blob()
