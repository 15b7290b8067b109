import type { Casting, Script } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { likelyLanguage } from '@andscene/screenplay/casting/language'
import { partsOf } from '@andscene/screenplay/casting/parts'
import { suggestCast, type CastSuggestion } from '@andscene/screenplay/suggest-cast'
import { changedSlots, type Slot } from './casting-draft.ts'

export const namesOf = ({ content }: Script): string[] => content.characters.map(({ character }) => character)

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
    parts: partsOf(lines, namesOf(script)),
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
