import type { Voice } from '@andscene/contracts/voice'
import { localeName } from './voice-chips.ts'
import { VOICE_SEARCH_LIMIT } from '../voice-ui-limits.ts'

const fold = (text: string) => text.toLocaleLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')

/** What a voice is found by, folded once: a search runs on every key. */
const folded = new WeakMap<Voice, { text: string; gender: string }>()
function keysOf(voice: Voice) {
  const known = folded.get(voice)
  if (known) return known
  const { name, locale, language, gender } = voice
  const keys = {
    text: fold([name, locale, language, localeName(voice)].join('\n')),
    gender: fold(gender),
  }
  folded.set(voice, keys)
  return keys
}

/**
 * Voices whose name, gender or locale text has every word of `query`, in any case; at most 50 (product §5).
 * Without a query, all of them. 'male' does not find 'female': a gender is told by its beginning.
 */
export function searchVoices(voices: readonly Voice[], query: string): readonly Voice[] {
  const terms = fold(query).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return voices
  const found: Voice[] = []
  for (const voice of voices) {
    const { text, gender } = keysOf(voice)
    if (!terms.every((term) => text.includes(term) || gender.startsWith(term))) continue
    found.push(voice)
    if (found.length === VOICE_SEARCH_LIMIT) break
  }
  return found
}
