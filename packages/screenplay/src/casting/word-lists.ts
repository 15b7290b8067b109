import common from '../../data/common-words.json' with { type: 'json' }
import data from '../../data/gender-words.json' with { type: 'json' }
import names from '../../data/names.json' with { type: 'json' }
import { wordSet } from '../word-set.ts'

export type Gender = 'female' | 'male'
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

export const FEMALE_WORDS = wordSet(names.femaleWords)
export const MALE_WORDS = wordSet(names.maleWords)

export const FEMALE_NAMES = wordSet(names.femaleNames)
export const MALE_NAMES = wordSet(names.maleNames)

/** Names given to both: they count only when nothing else tells the gender. */
export const MOSTLY_FEMALE_NAMES = wordSet(names.mostlyFemaleNames)
export const MOSTLY_MALE_NAMES = wordSet(names.mostlyMaleNames)

const sets = (lists: Record<string, string>): Record<string, ReadonlySet<string>> =>
  Object.fromEntries(Object.entries(lists).map(([language, words]) => [language, wordSet(words)]))

export const COMMON_WORDS = sets(common.latin)
export const CYRILLIC_WORDS = sets(common.cyrillic)
