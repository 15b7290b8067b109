import { readCasting, saveCasting } from '@andscene/contracts/routes/scripts'
import type { Casting, CastingResponse } from '@andscene/contracts/script'
import { call } from '@andscene/web-kit/api-client'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { castingKey } from '@andscene/web-kit/storage-keys'
import {
  notifyManager,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { castingOf } from './casting-draft.ts'
import { readLocalCasting, writeLocalCasting } from './local-casting.ts'
import { CASTING_STALE_MS } from './voice-ui-limits.ts'

/** Tells that a casting of this script is being stored. */
export const savingKey = (scriptId: string) => ['save-casting', scriptId] as const

const castingIn = ({ characterAssignments, ...voices }: CastingResponse): Casting =>
  castingOf(characterAssignments, voices)

/** Who speaks whom. Stale after 30 s; starts from this device's copy when that is younger than 5 min (product §9). */
export const castingQuery = (scriptId: string) =>
  queryOptions({
    queryKey: queryKeys.casting(scriptId),
    queryFn: async ({ signal }) => {
      const casting = castingIn(await call(readCasting, { params: { id: scriptId }, signal }))
      writeLocalCasting(scriptId, casting)
      return casting
    },
    staleTime: CASTING_STALE_MS,
    initialData: () => readLocalCasting(scriptId)?.casting,
    initialDataUpdatedAt: () => readLocalCasting(scriptId)?.at,
  })

/**
 * Replaces the whole casting of a script. What is saved shows at once and is taken back if the backend refuses it.
 * Resolves with the casting as the backend keeps it; rejects once the page shows the former one again.
 */
export function useSaveCasting(scriptId: string) {
  const client = useQueryClient()
  const key = queryKeys.casting(scriptId)
  return useMutation({
    mutationKey: savingKey(scriptId),
    mutationFn: async (casting: Casting) =>
      castingIn(await call(saveCasting, { params: { id: scriptId }, body: casting })),
    onMutate: async (casting) => {
      await client.cancelQueries({ queryKey: key })
      const before = client.getQueryData<Casting>(key)
      client.setQueryData(key, casting)
      return { before }
    },
    onSuccess: (casting) => {
      client.setQueryData(key, casting)
      writeLocalCasting(scriptId, casting)
    },
    onError: (_error, _casting, context) => {
      if (context?.before) client.setQueryData(key, context.before)
      else void client.resetQueries({ queryKey: key })
      // A component reads the state of a mutation as it is, the casting above it as it was told last: one drawn in between
      // would see a save that is over and a casting that stays.
      return shown()
    },
  })
}

/** Resolves when whoever subscribes to a query has been told of what was set so far. */
const shown = () => new Promise<void>((resolve) => notifyManager.schedule(resolve))

/** Takes over a casting that another tab saved. Returns the end of it. */
export function followOtherTabs(client: QueryClient, scriptId: string): () => void {
  const adopt = (event: StorageEvent) => {
    if (event.key !== castingKey(scriptId) || event.newValue === null) return
    const local = readLocalCasting(scriptId)
    if (local) client.setQueryData(queryKeys.casting(scriptId), local.casting, { updatedAt: local.at })
  }
  addEventListener('storage', adopt)
  return () => removeEventListener('storage', adopt)
}
