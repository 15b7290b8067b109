import { readCasting, saveCasting } from '@andscene/contracts/routes/scripts'
import { castingChange } from '@andscene/contracts/casting-change'
import type { Casting, VersionedCasting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { call, presentIn, isGuest } from '@andscene/web-kit/api-client'
import { defaultVoiceQuery } from '@andscene/web-kit/default-voice-query'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { castingKey, readKey, removeKey, writeKey } from '@andscene/web-kit/storage-keys'
import { voicesQuery } from '@andscene/web-kit/voices-query'
import {
  notifyManager,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { castingOf, sameCasting, type Change, type Slot } from './casting-draft.ts'
import { CASTING_STALE_MS, LOCAL_CASTING_MS } from './voice-ui-limits.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isVoice = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string'

/** Parses a stored casting with its timestamp (product §3); returns nothing for anything else. */
function parse(stored: string): { casting: VersionedCasting; at: number } | undefined {
  const value: unknown = JSON.parse(stored)
  if (!isRecord(value)) return undefined
  const { characterAssignments, narrationVoiceId, sceneHeadingVoiceId, version, timestamp } = value
  const languageByLine = value['languageByLine'] === false ? false : undefined
  const deliveries = value['deliveries'] === false ? false : undefined
  const sounds = value['characterSounds']
  const characterSounds =
    isRecord(sounds) && Object.values(sounds).every(isRecord)
      ? (sounds as NonNullable<Casting['characterSounds']>)
      : undefined
  if (typeof timestamp !== 'number' || !isVoice(narrationVoiceId) || !isVoice(sceneHeadingVoiceId))
    return undefined
  if (!isRecord(characterAssignments)) return undefined
  if (!Object.values(characterAssignments).every((voice) => typeof voice === 'string')) return undefined
  const assignments = characterAssignments as Record<string, string>
  const casting = castingOf(assignments, {
    narrationVoiceId,
    sceneHeadingVoiceId,
    languageByLine,
    deliveries,
    characterSounds,
  })
  return { at: timestamp, casting: { ...casting, ...(typeof version === 'number' && { version }) } }
}

/** This device's copy of a casting, at most 5 min old (product §9); anything else is removed. Guests have none. */
export function readLocalCasting(
  scriptId: string,
  now = Date.now(),
): { casting: VersionedCasting; at: number } | undefined {
  const stored = isGuest() ? null : readKey(castingKey(scriptId))
  if (stored === null) return undefined
  try {
    const local = parse(stored)
    if (local && local.at <= now && now - local.at < LOCAL_CASTING_MS) return local
  } catch {
    // Invalid JSON.
  }
  removeKey(castingKey(scriptId))
  return undefined
}

export const writeLocalCasting = (
  scriptId: string,
  { changes: _changes, ...casting }: VersionedCasting,
  now = Date.now(),
): boolean => !isGuest() && writeKey(castingKey(scriptId), JSON.stringify({ ...casting, timestamp: now }))

/** Versions of castings that this page saved. */
const savedHere = new Set<number>()
export const isSavedHere = ({ version }: VersionedCasting): boolean =>
  version !== undefined && savedHere.has(version)

export const savingKey = (scriptId: string) => ['save-casting', scriptId] as const

type Sent = Casting & { version?: number | undefined; changes?: VersionedCasting['changes'] | undefined }
const castingIn = ({ characterAssignments, version, changes, ...voices }: Sent): VersionedCasting => ({
  ...castingOf(characterAssignments, voices),
  ...(version !== undefined && { version }),
  ...(changes && { changes }),
})

const isOlder = (casting: VersionedCasting, known: VersionedCasting | undefined): boolean =>
  (casting.version ?? Infinity) < (known?.version ?? 0)

/** The casting. Stale after 30 s; starts from this device's copy if that is younger than 5 min (product §9). */
export const castingQuery = (scriptId: string) =>
  queryOptions({
    queryKey: queryKeys.casting(scriptId),
    queryFn: async ({ signal, client }) => {
      const casting = castingIn(await call(readCasting, { params: { id: scriptId }, signal }))
      const known = client.getQueryData<VersionedCasting>(queryKeys.casting(scriptId))
      // A save finished before this read.
      if (known && isOlder(casting, known)) return known
      writeLocalCasting(scriptId, casting)
      return casting
    },
    staleTime: CASTING_STALE_MS,
    initialData: () => readLocalCasting(scriptId)?.casting,
    initialDataUpdatedAt: () => readLocalCasting(scriptId)?.at,
  })

type CastingEdit = {
  read: VersionedCasting
  casting: Casting
  /** Changed slots whose voices the user did not choose. */
  suggested?: readonly Slot[] | undefined
}

/**
 * Shows the changes immediately. Resolves with the stored casting; rejects once the page shows the stored casting
 * again.
 */
export function useSaveCasting(scriptId: string) {
  const client = useQueryClient()
  const key = queryKeys.casting(scriptId)
  /** Shows the casting of a response, unless a newer one is known. */
  const keep = (casting: VersionedCasting): boolean => {
    if (isOlder(casting, client.getQueryData<VersionedCasting>(key))) return false
    client.setQueryData(key, casting)
    return true
  }
  return useMutation({
    mutationKey: savingKey(scriptId),
    mutationFn: async ({ read, casting, suggested }: CastingEdit) => {
      const body = castingChange(read, casting, suggested)
      const saved = castingIn(await call(saveCasting, { params: { id: scriptId }, body }))
      if (saved.version !== undefined) savedHere.add(saved.version)
      return saved
    },
    onMutate: async ({ casting }) => {
      await client.cancelQueries({ queryKey: key })
      const before = client.getQueryData<VersionedCasting>(key)
      const shown = castingIn({
        // A new cast leaves the switches and the sounds unchanged.
        ...(before?.languageByLine !== undefined && { languageByLine: before.languageByLine }),
        ...(before?.deliveries !== undefined && { deliveries: before.deliveries }),
        ...(before?.characterSounds && { characterSounds: before.characterSounds }),
        ...casting,
        version: before?.version,
        changes: before?.changes,
      })
      return { before, own: client.setQueryData<VersionedCasting>(key, shown) }
    },
    onSuccess: (casting) => {
      if (keep(casting)) writeLocalCasting(scriptId, casting)
      // The clips depend on the casting.
      void client.invalidateQueries({ queryKey: queryKeys.narration(scriptId) })
    },
    onError: (error, _edit, context) => {
      const { before, own } = context ?? {}
      const present = presentIn(saveCasting, error)
      if (present) keep(castingIn(present))
      else if (!before) void client.resetQueries({ queryKey: key })
      // If a casting was read meanwhile, it is the stored one.
      else if (client.getQueryData(key) === own) client.setQueryData(key, before)
      // React gets a query's state one notification later: without this wait it would render the unsaved casting once
      // more.
      return shown()
    },
  })
}

type Stored = {
  casting: VersionedCasting
  voices: readonly Voice[]
  defaultVoiceId: string | null | undefined
}

/** A new casting, with its slots whose voices the user did not choose. */
export type Made = { casting: Casting; suggested?: readonly Slot[] }

/**
 * Saves what `make` returns for the stored casting, so that changes from other tabs and devices are kept. Saves nothing
 * if nothing changes.
 */
export function useRemakeCasting(scriptId: string) {
  const client = useQueryClient()
  const save = useSaveCasting(scriptId)
  return async (make: (stored: Stored) => Made): Promise<Change> => {
    const [{ voices }, before, defaultVoiceId] = await Promise.all([
      client.fetchQuery(voicesQuery()),
      client.fetchQuery({ ...castingQuery(scriptId), staleTime: 0 }),
      // Saving the cast matters more than this setting.
      client.fetchQuery(defaultVoiceQuery()).catch(() => undefined),
    ])
    const made = make({ casting: before, voices, defaultVoiceId })
    if (sameCasting(before, made.casting)) return { before, after: before }
    return { before, after: await save.mutateAsync({ read: before, ...made }) }
  }
}

/** Resolves when all query observers have been notified of the changes so far. */
const shown = () => new Promise<void>((resolve) => notifyManager.schedule(resolve))

/** Adopts a casting that another tab saved. Returns the unsubscriber. */
export function followOtherTabs(client: QueryClient, scriptId: string): () => void {
  const adopt = (event: StorageEvent) => {
    if (event.key !== castingKey(scriptId) || event.newValue === null) return
    const local = readLocalCasting(scriptId)
    const queryKey = queryKeys.casting(scriptId)
    if (!local || isOlder(local.casting, client.getQueryData(queryKey))) return
    client.setQueryData(queryKey, local.casting, { updatedAt: local.at })
    // The copy does not contain who changed what.
    if (local.casting.version !== undefined) void client.invalidateQueries({ queryKey })
  }
  addEventListener('storage', adopt)
  return () => removeEventListener('storage', adopt)
}

/** Refetches the casting if the known version is older than this one. */
export function refreshCasting(client: QueryClient, scriptId: string, version: number): void {
  const queryKey = queryKeys.casting(scriptId)
  const known = client.getQueryData<VersionedCasting>(queryKey)
  if (known?.version !== undefined && known.version >= version) return
  void client.invalidateQueries({ queryKey })
  // The clips depend on the casting.
  void client.invalidateQueries({ queryKey: queryKeys.narration(scriptId) })
}
