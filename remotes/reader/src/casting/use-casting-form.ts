import type { CharacterSound } from '@andscene/contracts/character-sound'
import { soundIn } from '@andscene/contracts/own-sound'
import type { Casting, Script, VersionedCasting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { likelyLanguage } from '@andscene/screenplay/casting/language'
import { isVoiced } from '@andscene/screenplay/together/ensembles'
import type { CastSuggestion } from '@andscene/screenplay/suggest-cast'
import { defaultVoiceQuery } from '@andscene/web-kit/default-voice-query'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { characterSlot, EMPTY_CASTING, voiceIn, voicesIn, type Slot } from './casting-draft.ts'
import type { Made } from './casting-query.ts'
import { actsOf, listParts, partsOf, type ActChoice, type Part } from './characters.ts'
import {
  chosen,
  conflictsIn,
  drafted,
  soundConflictsIn,
  edited,
  isSwitched,
  sounded,
  switched,
  unsavedChanges,
  unsavedSounds,
  type Draft,
} from './own-changes.ts'
import { offScreenParts } from './sound/off-screen-parts.ts'
import { languagesIn } from './voices/language-name.ts'
import { useRecasting } from './recast/use-recasting.ts'
import { savedReasons, suggestedCast } from './suggested-cast.ts'
import type { VoiceOffer } from './voices/use-voice-list.ts'
import { filterVoices, filtersFor, type VoiceFilters } from './voices/voice-filters.ts'

export type CastingFormState = ReturnType<typeof useCastingForm>

type Input = {
  script: Script
  voices: readonly Voice[]
  saved: VersionedCasting
  character: string | undefined
}

/**
 * Active voices that pass the filters or are assigned (product §5); referentially stable while the content is the same.
 */
function useOffered(active: readonly Voice[], filters: VoiceFilters, casting: Casting): readonly Voice[] {
  const open = useMemo(() => filterVoices(active, filters), [active, filters])
  const openIds = useMemo(() => new Set(open.map((voice) => voice.voiceId)), [open])
  const kept = JSON.stringify([...voicesIn(casting)].filter((voiceId) => !openIds.has(voiceId)).sort())
  return useMemo(() => {
    const keptIds = new Set(JSON.parse(kept) as string[])
    return keptIds.size === 0
      ? open
      : active.filter((voice) => openIds.has(voice.voiceId) || keptIds.has(voice.voiceId))
  }, [active, open, openIds, kept])
}

const NOTHING: readonly Voice[] = []

const offerOf = (active: readonly Voice[], voices: readonly Voice[], isPreset: boolean): VoiceOffer => {
  if (!isPreset) return { voices, beyond: NOTHING }
  const offered = new Set(voices)
  return { voices, beyond: active.filter((voice) => !offered.has(voice)) }
}

export function useCastingForm({ script, voices, saved, character }: Input) {
  // Applied on top of the saved casting, which others may change meanwhile.
  const [draft, setDraft] = useState<Draft>()
  const [act, setAct] = useState<ActChoice>('all')
  const [showAssigned, setShowAssigned] = useState(true)
  const [find, setFind] = useState('')
  const language = useMemo(() => likelyLanguage(script.content.lines), [script])
  const [filters, setFilters] = useState(() => filtersFor(voices, language))
  // Until the user chooses filters, a search without a match in the script's language covers all other languages.
  const [isPreset, setPreset] = useState(true)
  const [suggestion, setSuggestion] = useState<CastSuggestion>()
  const casting = useMemo(() => drafted(saved, draft), [saved, draft])
  const edit = ({ casting: wanted, suggested }: Made) =>
    setDraft((now) => edited(now, saved, wanted, suggested))
  const defaultVoice = useQuery(defaultVoiceQuery()).data

  const byId = useMemo(() => new Map(voices.map((voice) => [voice.voiceId, voice])), [voices])
  const parts = useMemo(() => partsOf(script), [script])
  const acts = useMemo(() => actsOf(script), [script])
  const active = useMemo(() => voices.filter((voice) => voice.isActive), [voices])
  const offered = useOffered(active, filters, casting)
  const offer = useMemo(() => offerOf(active, offered, isPreset), [active, offered, isPreset])

  const voiceOf = useCallback((slot: Slot) => voiceIn(casting, slot), [casting])
  /** A voice that no longer exists counts as no assignment (product §3). */
  const isAssigned = useCallback(
    ({ name, ensemble }: Part) => {
      const voiceId = voiceOf(characterSlot(name))
      if (voiceId !== undefined && byId.has(voiceId)) return true
      return isVoiced(ensemble, casting, (id) => byId.has(id))
    },
    [voiceOf, byId, casting],
  )
  const list = useMemo(
    () =>
      character === undefined
        ? listParts(parts, { act, showAssigned, isAssigned, find })
        : { listed: parts.filter((part) => part.name === character), hidden: 0 },
    [parts, act, showAssigned, isAssigned, find, character],
  )

  const recasting = useRecasting({
    script,
    voices,
    casting,
    defaultVoice,
    onCasting: edit,
    onSuggestion: setSuggestion,
  })
  // After the dialog has opened: reading the text takes a while.
  const isOpened = useDeferredValue(true, false)
  const reasons = useMemo(
    () => (isOpened ? savedReasons(script, saved) : undefined),
    [isOpened, script, saved],
  )
  const assigned = parts.filter(isAssigned).length

  return {
    casting,
    draft,
    setDraft,
    isChanged:
      unsavedChanges(draft, saved).length > 0 ||
      isSwitched(draft, saved) ||
      unsavedSounds(draft, saved).length > 0,
    setSwitch: (position: Parameters<typeof switched>[2]) =>
      setDraft((now) => switched(now, saved, position)),
    /** Of the script, and so of the names. */
    language,
    /** Names of the languages of lines that are not in the script's language. */
    languages: useMemo(() => languagesIn(script.content.lines), [script]),
    conflicts: useMemo(() => conflictsIn(draft, saved), [draft, saved]),
    /** Characters with two sounds. */
    soundConflicts: useMemo(() => soundConflictsIn(draft, saved), [draft, saved]),
    give: useCallback(
      (slot: Slot, voiceId: string | undefined) => setDraft((now) => chosen(now, saved, slot, voiceId)),
      [saved],
    ),
    soundOf: (name: string) => soundIn(casting.characterSounds, name),
    offScreen: useMemo(() => offScreenParts(script.content.lines), [script]),
    setSound: useCallback(
      (name: string, sound: CharacterSound | undefined) =>
        setDraft((now) => sounded(now, saved, name, sound)),
      [saved],
    ),
    /** Assigns a voice from the offered ones to every part without one; returns how many characters got one. */
    suggest() {
      const suggested = suggestedCast(script, voices, casting, defaultVoice, offered)
      edit(suggested)
      setSuggestion(suggested)
      return suggested.reasons.size
    },
    recasting,
    clear() {
      edit({ casting: EMPTY_CASTING })
      recasting.forget()
    },
    voiceOf,
    reasonOf(name: string) {
      const slot = characterSlot(name)
      const voiceId = voiceOf(slot)
      if (voiceId === undefined) return undefined
      const isAsSuggested = suggestion && voiceIn(suggestion.casting, slot) === voiceId
      const isAsSaved = voiceIn(saved, slot) === voiceId
      return (
        (isAsSuggested ? suggestion.reasons.get(name) : undefined) ??
        (isAsSaved ? reasons?.get(name) : undefined)
      )
    },
    byId,
    active,
    offer,
    find,
    setFind,
    parts,
    acts,
    act,
    setAct,
    showAssigned,
    setShowAssigned,
    filters,
    setFilters(wanted: VoiceFilters) {
      setPreset(false)
      setFilters(wanted)
    },
    ...list,
    assigned,
  }
}
