import type { Casting, Script } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voice'
import { likelyLanguage } from '@andscene/screenplay/casting/language'
import { partsOf as castParts } from '@andscene/screenplay/casting/parts'
import { suggestCast } from '@andscene/screenplay/suggest-cast'
import { defaultVoiceQuery } from '@andscene/web-kit/default-voice-query'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import {
  characterSlot,
  EMPTY_CASTING,
  sameCasting,
  voiceIn,
  voicesIn,
  withVoice,
  type Slot,
} from './casting-draft.ts'
import { withDefaultNarrator } from './default-narrator.ts'
import { actsOf, listParts, partsOf, type ActChoice } from './characters.ts'
import { filterVoices, NO_FILTERS, type VoiceFilters } from './voices/voice-filters.ts'

type Input = { script: Script; voices: readonly Voice[]; saved: Casting; character: string | undefined }

/** The voices on offer: those that pass the filters, and whatever is assigned already (product §5). The list stays the same object while what it holds is the same: every field gets it. */
function useOffered(voices: readonly Voice[], filters: VoiceFilters, casting: Casting): readonly Voice[] {
  const open = useMemo(
    () =>
      filterVoices(
        voices.filter((voice) => voice.isActive),
        filters,
      ),
    [voices, filters],
  )
  const openIds = useMemo(() => new Set(open.map((voice) => voice.voiceId)), [open])
  const kept = JSON.stringify([...voicesIn(casting)].filter((voiceId) => !openIds.has(voiceId)).sort())
  return useMemo(() => {
    const keptIds = new Set(JSON.parse(kept) as string[])
    return keptIds.size === 0
      ? open
      : voices.filter((voice) => openIds.has(voice.voiceId) || keptIds.has(voice.voiceId))
  }, [voices, open, openIds, kept])
}

/** What the modal's main view knows: the casting being edited, who is listed, which voices are offered. */
export function useCastingForm({ script, voices, saved, character }: Input) {
  // What is saved, until the first change.
  const [draft, setDraft] = useState<Casting>()
  const [act, setAct] = useState<ActChoice>('all')
  const [showAssigned, setShowAssigned] = useState(true)
  const [filters, setFilters] = useState(NO_FILTERS)
  const casting = draft ?? saved
  const defaultVoice = useQuery(defaultVoiceQuery()).data

  const byId = useMemo(() => new Map(voices.map((voice) => [voice.voiceId, voice])), [voices])
  const parts = useMemo(() => partsOf(script), [script])
  const acts = useMemo(() => actsOf(script), [script])
  const offered = useOffered(voices, filters, casting)

  const voiceOf = useCallback((slot: Slot) => voiceIn(casting, slot), [casting])
  /** A voice that no longer exists counts as no assignment (product §3). */
  const isAssigned = useCallback(
    (name: string) => {
      const voiceId = voiceOf(characterSlot(name))
      return voiceId !== undefined && byId.has(voiceId)
    },
    [voiceOf, byId],
  )
  const list = useMemo(
    () =>
      character === undefined
        ? listParts(parts, { act, showAssigned, isAssigned })
        : { listed: parts.filter((part) => part.name === character), hidden: 0 },
    [parts, act, showAssigned, isAssigned, character],
  )

  const assigned = parts.filter((part) => isAssigned(part.name)).length

  return {
    casting,
    isChanged: draft !== undefined && !sameCasting(draft, saved),
    give: useCallback(
      (slot: Slot, voiceId: string | undefined) => setDraft((now) => withVoice(now ?? saved, slot, voiceId)),
      [saved],
    ),
    /** Gives a voice to all that have none, from the voices on offer; returns how many got one. */
    suggest() {
      const names = script.content.characters.map(({ character: name }) => name)
      const { lines } = script.content
      const suggested = suggestCast({
        parts: castParts(lines, names),
        voices: offered,
        casting: withDefaultNarrator(casting, defaultVoice, voices),
        language: likelyLanguage(lines),
        listenerLanguage: navigator.language,
      })
      setDraft(suggested)
      return Object.keys(suggested.characterAssignments).length - assigned
    },
    clear: () => setDraft(EMPTY_CASTING),
    voiceOf,
    byId,
    offered,
    parts,
    acts,
    act,
    setAct,
    showAssigned,
    setShowAssigned,
    filters,
    setFilters,
    ...list,
    assigned,
  }
}
