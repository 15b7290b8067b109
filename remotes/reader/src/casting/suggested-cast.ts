import type { Casting, Script, VersionedCasting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { likelyLanguage } from '@andscene/screenplay/casting/language'
import { partsOf, type Part } from '@andscene/screenplay/casting/parts'
import { reasonsOf, suggestCast, type CastSuggestion } from '@andscene/screenplay/suggest-cast'
import { changedSlots, type Slot } from './casting-draft.ts'

export const namesOf = ({ content }: Script): string[] => content.characters.map(({ character }) => character)

const parts = new WeakMap<Script, Part[]>()
/** The parts of a script. Cached, because reading the text takes a while. */
export function castPartsOf(script: Script): Part[] {
  let known = parts.get(script)
  if (!known) parts.set(script, (known = partsOf(script.content.lines, namesOf(script))))
  return known
}

/** The reasons of voices that are marked as suggested in a stored casting; by character name. */
export function savedReasons(
  script: Script,
  { characterAssignments, changes = [] }: VersionedCasting,
): ReadonlyMap<string, string> {
  const suggested = new Set(
    changes.flatMap(({ slot, suggested: is }) => (is && slot.name ? [slot.name] : [])),
  )
  if (suggested.size === 0) return new Map()
  const reasons = reasonsOf(castPartsOf(script), characterAssignments)
  return new Map([...reasons].filter(([name]) => suggested.has(name)))
}

/** A suggestion, with the slots whose voices the user did not choose. */
export type SuggestedCast = CastSuggestion & { suggested: Slot[] }

/** Suggests voices in the script's language for all parts without one; the narration gets the default voice. */
export function suggestedCast(
  script: Script,
  voices: readonly Voice[],
  casting: Casting,
  defaultVoiceId: string | null | undefined,
  offered: readonly Voice[] = voices,
): SuggestedCast {
  const { lines } = script.content
  const given = withDefaultNarrator(casting, defaultVoiceId, voices)
  const suggestion = suggestCast({
    parts: castPartsOf(script),
    voices,
    offered,
    casting: given,
    language: likelyLanguage(lines),
    listenerLanguage: navigator.language,
  })
  return { ...suggestion, suggested: changedSlots({ before: given, after: suggestion.casting }) }
}

/**
 * Gives the narration the default voice if it has no existing voice (product §3, §4) and the default voice is active.
 */
export function withDefaultNarrator(
  casting: Casting,
  voiceId: string | null | undefined,
  voices: readonly Voice[],
): Casting {
  if (voices.some((voice) => voice.voiceId === casting.narrationVoiceId)) return casting
  const narrator = voices.find((voice) => voice.voiceId === voiceId && voice.isActive)
  return narrator ? { ...casting, narrationVoiceId: narrator.voiceId } : casting
}
