import data from '../../data/gender-words.json' with { type: 'json' }
import type { Gender } from './cue-words.ts'
import { wordSet } from '../word-set.ts'

type Words = { female: readonly string[]; male: readonly string[] }

const genders = ({ female, male }: Words): ReadonlyMap<string, Gender> =>
  new Map([
    ...[...wordSet(female)].map((word) => [word, 'female'] as const),
    ...[...wordSet(male)].map((word) => [word, 'male'] as const),
  ])

/** Subject pronouns of all languages, in lower case. `her` and `his` are read in context. */
export const SUBJECTS = data.subjects as Record<string, Gender>
/** Subject pronouns count only in a text of their language. */
export const SUBJECT_LANGUAGES: Record<string, readonly string[]> = data.subjectLanguages

/**
 * Nouns for one person by the language of the text, in lower case. A language has only words without another meaning in it:
 * German "man" is "one", French "son" is "his" or "her".
 */
export const NOUNS: Record<string, ReadonlyMap<string, Gender>> = Object.fromEntries(
  Object.entries(data.nouns).map(([language, words]) => [language, genders(words)]),
)
export const PLURALS = data.plurals as Record<string, Gender>
export const COUNTS: Record<string, number> = data.counts
/** Before a name or in an address: "Mr. Bloom", "Aunt May". */
export const HONORIFICS = data.honorifics as Record<string, Gender>

/** After `her`, these make it an object: "sees her at the door". Any other word is what is hers. */
export const AFTER_OBJECT = wordSet(data.afterObject)
/** "Watches her smile": what she does, not what is hers. */
export const BEFORE_DOING = wordSet(data.beforeDoing)
export const DOING = wordSet(data.doing)
