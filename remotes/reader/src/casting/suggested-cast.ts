import type { Casting, Script } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voice'
import { likelyLanguage } from '@andscene/screenplay/casting/language'
import { partsOf } from '@andscene/screenplay/casting/parts'
import { suggestCast, type CastSuggestion } from '@andscene/screenplay/suggest-cast'
import { withDefaultNarrator } from './default-narrator.ts'

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
