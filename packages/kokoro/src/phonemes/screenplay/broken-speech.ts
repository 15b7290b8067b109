import SOUNDS from '../../../data/sounds.json' with { type: 'json' }
import { interjection } from './interjections.ts'

/** Marks the beginning of a word that is broken off or stuttered; no text has it. */
export const ONSET = '\uE000'

const ONSETS: Readonly<Record<string, string>> = SOUNDS.onsets
const VOWELS: Readonly<Record<string, string>> = SOUNDS.vowels

/** The sound that letters begin a word with, and a neutral vowel: "W-w-what", "Th--". */
export function onset(letters: string): string {
  if (Object.hasOwn(VOWELS, letters)) return VOWELS[letters]!
  const parts = letters.match(/tth|[cpst]h|wh|qu|./g) ?? []
  return `${parts.map((part) => ONSETS[part] ?? part).join('')}ə`
}

/** The beginning of a word, again and again, then the word: "W-w-what", "Th-that", "b-b-but". */
const STUTTER = /(?<![\p{L}\p{N}'-])((?:(?:[ctwsp]h|qu|\p{L}{1,2})-){1,6})(\p{L}[\p{L}']+)(?![\p{L}-])/gu
/** A little word said twice: "I-I", "he - he" is a pause already. */
const TWICE =
  /(?<![\p{L}'-])(I|you|he|she|we|they|it|but|what|no|my|the|a|I'm|it's|and|so|if|that|this|who|why|how|when|where|can|don't|yes|just|well)((?:-\1){1,5})(?![\p{L}'-])/giu
/** "I-I'm" */
const TWICE_AND_MORE = /(?<![\p{L}\p{N}'-])(I|you|he|she|we|they|it|that)-(\1'\p{L}+)(?![\p{L}-])/giu
/** Consonants before a dash are a word that was not finished: "Wh--", and "Wh, where". */
const CUT_OFF = /(?<![\p{L}\p{N}'.-])([bcdfghjklmnpqrstvwxyz]{1,3})(?=\s?—|\s?…|, \1\p{L})/giu
const NO_CUT =
  /^(?:hm+|mm+|shh?|psst|tsk|mr|mrs|ms|dr|st|tv|dj|pc|by|my|try|cry|dry|fly|fry|shy|sky|spy|why|tv|ty|cd|dvd|vp)$/i

/** "th-think" has another sound than "th-that". */
const VOICED = /^th(?:at|e|ese|ey|em|eir|ere|is|ose|en|an|ough|us)(?:$|')/i
const soundOf = (part: string, word: string) => (part === 'th' && !VOICED.test(word) ? 'tth' : part)

const isBeginningOf = (part: string, word: string) => word.toLowerCase().startsWith(part.toLowerCase())

export const plainBrokenSpeech = (text: string): string =>
  text
    .replace(TWICE_AND_MORE, '$1, $2')
    .replace(TWICE, (all) => all.replaceAll('-', ', '))
    .replace(STUTTER, (all: string, before: string, word: string) => {
      const parts = before.split('-').slice(0, -1)
      if (interjection(all.toLowerCase()) !== undefined) return all
      if (!parts.every((part) => isBeginningOf(part, word))) return all
      // "co-coordinator" has no stutter that one could tell, "re-read" none at all.
      if (parts.length === 1 && /^(?:re|co|de|un|e|x|t)$/i.test(parts[0]!) && /^[a-z]/.test(parts[0]!))
        return all
      return [...parts.map((part) => ONSET + soundOf(part.toLowerCase(), word)), word].join(' ')
    })
    .replace(CUT_OFF, (all: string) =>
      NO_CUT.test(all) ||
      interjection(all.toLowerCase()) !== undefined ||
      (all === all.toUpperCase() && all.length > 1)
        ? all
        : ONSET + all.toLowerCase(),
    )
