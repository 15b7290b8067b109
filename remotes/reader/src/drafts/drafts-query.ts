import type { Draft, Drafts } from '@andscene/contracts/drafts'
import { listDrafts } from '@andscene/contracts/routes/drafts'
import { call } from '@andscene/web-kit/api-client'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { draftsKey, scriptQuery } from '../page/script-query.ts'

/** The drafts that the user may open (product §16). */
export const draftsQuery = (scriptId: string) =>
  queryOptions({
    queryKey: draftsKey(scriptId),
    queryFn: async ({ signal }): Promise<Drafts> =>
      (await call(listDrafts, { params: { id: scriptId }, signal })).data,
  })

/** The lines of one draft, which never change. */
export const draftQuery = (scriptId: string, draft: number) => ({
  ...scriptQuery(scriptId, draft),
  staleTime: Infinity,
})

/** The present draft counts as heard, before the server reports it. */
export const markHeard = (client: QueryClient, scriptId: string) =>
  void client.setQueryData<Drafts>(draftsKey(scriptId), (known) => known && { ...known, isHeard: true })

/** The draft that `shown` is compared with unless the user chooses: the one heard last, else the one before. */
export function usualSince({ drafts, heard }: Drafts, shown: number): Draft | undefined {
  const others = drafts.filter(({ number }) => number !== shown)
  return (
    others.find(({ number }) => number === heard) ??
    others.findLast(({ number }) => number < shown) ??
    others.at(-1)
  )
}
