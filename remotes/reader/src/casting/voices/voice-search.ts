import type { Voice } from '@andscene/contracts/voices/voice'
import { demonymsOf, hasAccent, isDemonym } from '@andscene/screenplay/casting/demonyms'
import { fold } from '../../page/find/find-text.ts'
import { isNatural, NATURAL_CATEGORY } from '@andscene/contracts/voices/is-natural'
import { VOICE_SEARCH_LIMIT } from '../voice-ui-limits.ts'
import searchWords from './data/search-words.json' with { type: 'json' }
import { localeName } from './voice-chips.ts'

/** Words that carry no information, such as "voice". */
const FILLERS = new Set(searchWords.empty)
const GENDERS: Record<string, string> = searchWords.genders
/** Common synonyms of a style. */
const STYLES: Record<string, readonly string[]> = searchWords.styles

type Keys = { text: string; names: readonly string[]; gender: string; words: readonly string[] }
/** Search keys of a voice, cached: a search runs on every keystroke. */
const folded = new WeakMap<Voice, Keys>()
function keysOf(voice: Voice): Keys {
  const known = folded.get(voice)
  if (known) return known
  const { name, locale, language, gender, voiceStyles, voicePersonalities } = voice
  const keys = {
    text: fold([name, locale, language, localeName(voice)].join('\n')),
    names: fold([name, language, localeName(voice)].join(' ')).match(/[\p{L}\p{N}]+/gu) ?? [],
    gender: fold(gender),
    words: [...voiceStyles, ...voicePersonalities, ...demonymsOf(locale)].map(fold),
  }
  folded.set(voice, keys)
  return keys
}

/** Shortest prefix that matches "natural"; a shorter one may be the start of a name. */
const MIN_NATURAL_PREFIX = 5

const asksForNatural = (term: string) =>
  term.length >= MIN_NATURAL_PREFIX && NATURAL_CATEGORY.toLowerCase().startsWith(term)

function fits(voice: Voice, term: string): boolean {
  const { text, names, gender, words } = keysOf(voice)
  if (isNatural(voice) && asksForNatural(term)) return true
  if (GENDERS[term] === voice.gender || gender.startsWith(term)) return true
  if (words.some((word) => word.startsWith(term))) return true
  // German contains "man", Harold contains "old": a word with a meaning does not match inside other words.
  const hasMeaning = GENDERS[term] !== undefined || STYLES[term] !== undefined
  if (hasMeaning ? names.includes(term) : text.includes(term)) return true
  if (isDemonym(term)) return hasAccent(voice, term)
  return STYLES[term]?.some((style) => words.includes(style)) ?? false
}

export type Found = {
  /** At most 50 (product §5); all voices without a query. */
  voices: readonly Voice[]
  total: number
}

/**
 * Voices that match every word by name, gender, locale (product §5), origin or style. 'male' does not match 'female'.
 */
export function searchVoices(voices: readonly Voice[], query: string): Found {
  const typed = fold(query).split(/\s+/).filter(Boolean)
  if (typed.length === 0) return { voices, total: voices.length }
  const meaningful = typed.filter((term) => !FILLERS.has(term))
  const terms = meaningful.length > 0 ? meaningful : typed
  const found = voices.filter((voice) => terms.every((term) => fits(voice, term)))
  return { voices: found.slice(0, VOICE_SEARCH_LIMIT), total: found.length }
}
