import { may, type Right } from '@andscene/contracts/sharing/may'
import type { Role } from '@andscene/contracts/sharing/roles'
import type { Casting, Line, Script } from '@andscene/contracts/script'
import { mapScript, type ScriptMap } from '@andscene/screenplay/navigation'
import type { IsVoice } from '@andscene/screenplay/voices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import type { LoadedDraft } from '../drafts/arrival/use-loaded-draft.ts'
import { useScriptFeed, type OpenFeed } from '../follow/use-script-feed.ts'
import { castingInDraft, draftVoices, useKnownVoices } from '../casting/casting-in-draft.ts'
import { castingOf } from '../casting/casting-draft.ts'
import { castingQuery, followOtherTabs, refreshCasting } from '../casting/casting-query.ts'
import { useKeptRate } from '../player/device/use-kept-rate.ts'
import { openPlayback, type Playback, type PlaybackSource } from '../player/playback.ts'
import { playbacks, usePlayback } from '../player/playbacks.ts'
import { preferencesQuery } from '@andscene/web-kit/preferences-query'
import { saverOf } from '@andscene/web-kit/preferences-saver'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { useSession } from '@andscene/web-kit/session'
import { draftsKey, refreshNarration, scriptQuery } from './script-query.ts'
import { isGuest } from '@andscene/web-kit/api-client'
import type { Player } from '../player/engine/player.ts'
import { voicesQuery, type VoiceList } from '@andscene/web-kit/voices-query'

/** Until the preferences are loaded, no line type is skipped: the default is to read everything. */
const NOTHING_SKIPPED: readonly string[] = []

/** Returns the casting included in the script, for use until the casting itself is loaded. */
const castingWith = (script: Script): Casting => castingOf(draftVoices(script), script)

export type OpenScript = {
  script: Script
  /** The user's role, which may change while the page is open. */
  role: Role
  isSettled: boolean
  feed: OpenFeed
  /** The number of the older draft that is open; undefined for the present one. */
  draft: number | undefined
  /** The script with the lines of a draft that became the present one since the page was opened, and how to go over. */
  next: Script | undefined
  goOver: () => void
  lines: readonly Line[]
  map: ScriptMap
  playback: Playback
  player: Player
  casting: Casting
  isVoice: IsVoice
  /** Names of voices by id; undefined while loading. A voice without a name no longer exists. */
  voiceNames: ReadonlyMap<string, string> | undefined
  skippedLineTypes: readonly string[]
  /** The latest known version of the casting; undefined with an older backend. */
  version?: number | undefined
  /** Whether the spoken word is emphasized. */
  highlightsWords: boolean
}

const anyVoice: IsVoice = () => true

const maps = new WeakMap<readonly Line[], ScriptMap>()
export function mapOf(lines: readonly Line[]): ScriptMap {
  let map = maps.get(lines)
  if (!map) maps.set(lines, (map = mapScript(lines)))
  return map
}

/** Backends before roles only served owners. */
export const roleIn = ({ role = 'owner' }: Pick<Script, 'role'>): Role => role

/** Opens the script's player and keeps it up to date. Returns null until then; that state is never painted. */
export function useOpening(
  { shown: script, next, goOver }: LoadedDraft,
  draft: number | undefined,
  onGone: () => void,
): OpenScript | null {
  const { _id: scriptId } = script
  const role = roleIn(script)
  const mayCast = mayCastIn({ role, draft })
  const { user } = useSession()
  const { lines } = script.content
  const client = useQueryClient()
  const saved = useQuery(castingQuery(scriptId)).data
  const playback = usePlayback(scriptId)
  const isSettled = useSettled(playback?.player)
  const voiceNames = useQuery({ ...voicesQuery(), select: namesOf, enabled: isSettled }).data
  const preferences = useQuery(preferencesQuery()).data
  const skippedLineTypes = preferences?.skippedLineTypes ?? NOTHING_SKIPPED
  const highlightsWords = preferences?.highlightWords ?? true
  const map = mapOf(lines)
  const voices = useKnownVoices(saved)
  // The saved casting is that of the present draft.
  const isOlder = draft !== undefined || next !== undefined
  const casting = useMemo(
    () => (saved && isOlder ? castingInDraft(saved, script, voices) : (saved ?? castingWith(script))),
    [saved, isOlder, script, voices],
  )
  const isVoice = useMemo<IsVoice>(
    () => (voiceNames ? (voiceId) => voiceNames.has(voiceId) : anyVoice),
    [voiceNames],
  )
  // The copy of the casting on this device may be older than the script.
  const version = Math.max(saved?.version ?? 0, script.castingVersion ?? 0) || undefined
  const draftNumber = script.draft?.number
  const source = useMemo<PlaybackSource>(
    () => ({
      lines,
      map,
      draftNumber,
      casting,
      isVoice,
      skippedLineTypes,
      passesVoiceless: !mayCast,
      version,
    }),
    [lines, map, draftNumber, casting, isVoice, skippedLineTypes, mayCast, version],
  )
  useKeptRate(playback?.player)
  const create = useEffectEvent(() => {
    // The script may have been deleted, or a voice removed: reload both.
    const onMissing = () => {
      for (const queryKey of [queryKeys.script(scriptId), queryKeys.voices])
        void client.invalidateQueries({ queryKey, exact: true })
    }
    return openPlayback({
      scriptId,
      uid: isGuest() ? undefined : user?.uid,
      source,
      onMissing,
      keepsClips: role === 'owner',
      rate: saverOf(client).rate,
    })
  })

  // A layout effect, so that the first paint includes the player.
  useLayoutEffect(() => playbacks.hold(scriptId, () => create(), draft), [scriptId, draft])
  useLayoutEffect(() => playback?.read(source), [playback, source])
  useEffect(() => followOtherTabs(client, scriptId), [client, scriptId])
  const { queryKey } = scriptQuery(scriptId, draft)
  const change = (changed: Partial<Script>) =>
    client.setQueryData(queryKey, (known) => known && { ...known, ...changed })
  const feed = useScriptFeed(scriptId, (event) => {
    if (event.type === 'gone') {
      // Stops the sound and drops decoded clips immediately.
      playbacks.close(scriptId)
      onGone()
    } else if (event.type === 'role' && event.role !== role) {
      void client.cancelQueries({ queryKey, exact: true })
      change({ role: event.role })
      // The response depends on the role: the next one omits what this role may not see.
      void client.invalidateQueries({ queryKey, exact: true })
    } else if (event.type === 'title' && event.title !== script.title) change({ title: event.title })
    else if (event.type === 'casting') {
      refreshCasting(client, scriptId, event.version)
      playback?.refresh()
    } else if (event.type === 'draft') {
      if (event.number === (next ?? script).draft?.number) return
      // The page keeps its lines until the user goes over.
      void client.invalidateQueries({ queryKey: queryKeys.script(scriptId), exact: true })
      void client.invalidateQueries({ queryKey: draftsKey(scriptId), exact: true })
    } else if (event.type === 'narration') refreshNarration(client, scriptId, event.counts)
  })

  return useMemo(
    () =>
      playback
        ? {
            script,
            role,
            isSettled,
            feed,
            draft,
            next,
            goOver,
            playback,
            player: playback.player,
            voiceNames,
            highlightsWords,
            ...source,
          }
        : null,
    [script, role, isSettled, feed, draft, next, goOver, playback, voiceNames, highlightsWords, source],
  )
}

export const OpenScriptContext = createContext<OpenScript | null>(null)

export function useMay(right: Right): boolean {
  const open = useOpenScript()
  return right === 'cast' ? mayCastIn(open) : may(open.role, right)
}

/** An older draft cannot be cast or directed: the casting belongs to the present one. */
export const mayCastIn = ({ role, draft }: Pick<OpenScript, 'role' | 'draft'>): boolean =>
  draft === undefined && may(role, 'cast')

export function useOpenScript(): OpenScript {
  const context = use(OpenScriptContext)
  if (!context) throw new Error('useOpenScript needs the script page above it')
  return context
}

/** Milliseconds. Leaves time to load the next lines after the first sound. */
const AFTER_SOUND_MS = 4_000
const WITHOUT_SOUND_MS = 5_000

/** Returns whether low-priority data may be loaded: for guests not before the first sound. */
export function useSettled(player: Player | undefined): boolean {
  const [isSettled, setSettled] = useState(() => !isGuest())
  useEffect(() => {
    if (isSettled || !player) return undefined
    const settle = () => setSettled(true)
    let timer = setTimeout(settle, WITHOUT_SOUND_MS)
    const unsubscribe = player.subscribe(() => {
      if (player.getSnapshot().state !== 'playing') return
      unsubscribe()
      clearTimeout(timer)
      timer = setTimeout(settle, AFTER_SOUND_MS)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [player, isSettled])
  return isSettled
}

const namesOf = ({ voices }: VoiceList): ReadonlyMap<string, string> =>
  new Map(voices.map((voice) => [voice.voiceId, voice.name]))

/** Returns whether a role may read and write notes; false for a backend without roles, which has no notes. */
export const mayNoteAs = ({ role }: Pick<Script, 'role'>): boolean => role !== undefined && may(role, 'note')

export const useMayNote = (): boolean => mayNoteAs(useOpenScript().script)
