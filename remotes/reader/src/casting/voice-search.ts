import type { Voice } from '@andscene/contracts/voice'
import { givenLocaleName } from './voice-chips.ts'
import { VOICE_SEARCH_LIMIT } from './voice-ui-limits.ts'

const fold = (text: string) => text.toLocaleLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')

/** 'male' must not find 'female': a gender is told by its beginning, names and places by any part. */
const finds = (voice: Voice, term: string) =>
  fold(voice.name).includes(term) ||
  fold(voice.gender).startsWith(term) ||
  fold(voice.locale).includes(term) ||
  fold(voice.language).includes(term) ||
  fold(givenLocaleName(voice)).includes(term)

/**
 * Voices whose name, gender or locale text has every word of `query`, in any case; at most 50 (SPEC §5).
 * Without a query, all of them.
 */
export function searchVoices(voices: readonly Voice[], query: string): readonly Voice[] {
  const terms = fold(query).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return voices
  const found: Voice[] = []
  for (const voice of voices) {
    if (!terms.every((term) => finds(voice, term))) continue
    found.push(voice)
    if (found.length === VOICE_SEARCH_LIMIT) break
  }
  return found
}
