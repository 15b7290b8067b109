import { rewriting } from '../rewriting.ts'
import SOUNDS from '../../../data/sounds.json' with { type: 'json' }
import type { Lexicon } from '../english/lexicon.ts'
import { interjection } from './interjections.ts'
import { onset, ONSET } from './broken-speech.ts'
import { nameSound, PHRASES, WORDS } from './words.ts'

/** American phonemes as the British say them: no r without a following vowel, "happy" and "radio" short. */
const inBritish = rewriting(SOUNDS.british)

const ASKED = { tag: 'NN', stress: undefined, context: undefined }

const own = (small: string): string | undefined =>
  small.startsWith(ONSET)
    ? onset(small.slice(ONSET.length))
    : (interjection(small) ?? WORDS.get(small) ?? PHRASES.get(small) ?? nameSound(small))

/** "goin'" and "nothin'" end in n. */
const withoutG = (word: string, lexicon: Lexicon): string | undefined => {
  if (!/^\p{L}{2,}in'$/u.test(word)) return undefined
  const whole = lexicon.word(`${word.slice(0, -1)}g`, ASKED)
  return whole?.endsWith('ɪŋ') ? `${whole.slice(0, -1)}n` : undefined
}

/** A held letter, "Noooo", "Whaaat", "Pleeease", counts as one letter or as two. */
const stretched = (word: string, lexicon: Lexicon): string | undefined => {
  if (!/(\p{L})\1\1/u.test(word)) return undefined
  const twice = word.replace(/(\p{L})\1{2,}/gu, '$1$1')
  const once = word.replace(/(\p{L})\1{2,}/gu, '$1')
  const shortest = word.replace(/(\p{L})\1+/gu, '$1')
  for (const candidate of [once, twice, shortest, `${once}e`]) {
    const said = own(candidate) ?? (candidate.length > 1 ? lexicon.word(candidate, ASKED) : undefined)
    if (said !== undefined) return said
  }
  return undefined
}

export function ownPhonemes(word: string, lexicon: Lexicon): string | undefined {
  const small = word.toLowerCase()
  const found = own(small)
  if (found !== undefined) return lexicon.isBritish ? inBritish(found) : found
  if (small.endsWith("'s") && small.length > 3) {
    const name = nameSound(small.slice(0, -2)) ?? WORDS.get(small.slice(0, -2))
    if (name !== undefined) return lexicon.withEnding(lexicon.isBritish ? inBritish(name) : name)
  }
  return withoutG(small, lexicon) ?? stretched(small, lexicon)
}
