import { listDirections } from '@andscene/contracts/routes/directions'
import type { Direction } from '@andscene/contracts/voices/direction'
import { call } from '@andscene/web-kit/api-client'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'

const keyOf = (scriptId: string) => [...queryKeys.script(scriptId), 'directions'] as const

/** Changes of others arrive by the event of the casting, to whose version directions belong. */
export const directionsQuery = (scriptId: string) =>
  queryOptions({
    queryKey: keyOf(scriptId),
    queryFn: async ({ signal }) =>
      (await call(listDirections, { params: { id: scriptId }, signal })).data.directions,
    staleTime: Infinity,
  })

export const useDirection = (scriptId: string, lineId: string): Direction | undefined =>
  useQuery({
    ...directionsQuery(scriptId),
    select: (directions) => directions.find((one) => one.lineId === lineId),
  }).data

export const refreshDirections = (client: QueryClient, scriptId: string) =>
  void client.invalidateQueries({ queryKey: keyOf(scriptId) })

/** Adopts what the backend has stored for a line. */
export async function adoptDirection(
  client: QueryClient,
  scriptId: string,
  { lineId, direction }: { lineId: string; direction: Direction | undefined },
): Promise<void> {
  // A read that began before may not have it.
  await client.cancelQueries({ queryKey: keyOf(scriptId) })
  client.setQueryData<Direction[]>(keyOf(scriptId), (known = []) => [
    ...known.filter((one) => one.lineId !== lineId),
    ...(direction ? [direction] : []),
  ])
}
