import type { Casting, Script } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voice'
import { likelyLanguage } from '@andscene/screenplay/casting/language'
import { partsOf } from '@andscene/screenplay/casting/parts'
import { suggestCast, type CastSuggestion } from '@andscene/screenplay/suggest-cast'

/**
 * A cast for all who have no voice, from the voices on offer; in the script's language, else the listener's. The person's
 * default voice reads the narration where that has none, also when it is not on offer.
 */
export function suggestedCast(
  script: Script,
  voices: readonly Voice[],
  casting: Casting,
  defaultVoiceId: string | null | undefined,
  offered: readonly Voice[] = voices,
): CastSuggestion {
  const { lines, characters } = script.content
  return suggestCast({
    parts: partsOf(
      lines,
      characters.map(({ character }) => character),
    ),
    voices,
    offered,
    casting: withDefaultNarrator(casting, defaultVoiceId, voices),
    language: likelyLanguage(lines),
    listenerLanguage: navigator.language,
  })
}

/**
 * The casting with the person's default voice for the narration, where that has none and the voice exists (product §4); a
 * voice that no longer exists counts as none (product §3).
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
