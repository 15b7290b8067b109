import data from '../../data/gender-words.json' with { type: 'json' }
import names from '../../data/names.json' with { type: 'json' }
import world from '../../data/world-names.json' with { type: 'json' }
import { wordSet } from '../word-set.ts'

export type Gender = 'female' | 'male'
type Words = { female: readonly string[]; male: readonly string[] }

const genders = ({ female, male }: Words): ReadonlyMap<string, Gender> =>
  new Map([
    ...[...wordSet(female)].map((word) => [word, 'female'] as const),
    ...[...wordSet(male)].map((word) => [word, 'male'] as const),
  ])

const byWord = <T>(table: Record<string, T>): ReadonlyMap<string, T> => new Map(Object.entries(table))

/** Subject pronouns of all languages, in lower case. `her` and `his` are interpreted in context. */
export const SUBJECTS = byWord(data.subjects as Record<string, Gender>)
/** A subject pronoun counts only in a text of its language. */
export const SUBJECT_LANGUAGES: Record<string, readonly string[]> = data.subjectLanguages

/**
 * Gendered nouns for one person by language of the text, in lower case. Excludes ambiguous words:
 * German "man" also means "one", French "son" also "his" or "her".
 */
export const NOUNS: ReadonlyMap<string, ReadonlyMap<string, Gender>> = new Map(
  Object.entries(data.nouns).map(([language, words]) => [language, genders(words)] as const),
)
export const PLURALS = byWord(data.plurals as Record<string, Gender>)
/** Nouns for several persons of any gender, with the age that some of them state. */
export const GROUPS: ReadonlyMap<string, number | undefined> = new Map(
  Object.entries(data.groups).map(([word, years]) => [word, years === '' ? undefined : Number(years)]),
)
export const WAYS_OF_SPEAKING = wordSet('accent brogue lilt drawl burr twang')
export const COUNTS = byWord<number>(data.counts)
/** Used before a name or as an address: "Mr. Bloom", "Aunt May". */
export const HONORIFICS = byWord(data.honorifics as Record<string, Gender>)

/** After one of these, `her` is an object: "sees her at the door". Before any other word it is a possessive. */
export const AFTER_OBJECT = wordSet(data.afterObject)
/** "Watches her smile": `her` is the subject of the action, not a possessive. */
export const BEFORE_DOING = wordSet(data.beforeDoing)
export const DOING = wordSet(data.doing)

export const FEMALE_NAMES = wordSet([...names.femaleNames, ...world.female])
export const MALE_NAMES = wordSet([...names.maleNames, ...world.male])

/**
 * Nouns of all languages: a cue is often in another language, such as SERVEUSE. MARI is a name, and a STUDENT of an English script
 * may be anyone.
 */
const nounsOf = (gender: Gender, except: ReadonlySet<string>) =>
  [...wordSet(Object.values(data.nouns).flatMap((words: Words) => words[gender]))]
    .map((word) => word.toUpperCase())
    .filter((word) => !except.has(word) && word !== 'STUDENT')
/** Words for a person in a cue, in capitals. */
export const FEMALE_WORDS = wordSet([...names.femaleWords, ...nounsOf('female', MALE_NAMES)])
export const MALE_WORDS = wordSet([...names.maleWords, ...nounsOf('male', FEMALE_NAMES)])

/** Unisex names: they count only if nothing else indicates the gender. */
export const MOSTLY_FEMALE_NAMES = wordSet([...names.mostlyFemaleNames, ...world.mostlyFemale])
export const MOSTLY_MALE_NAMES = wordSet([...names.mostlyMaleNames, ...world.mostlyMale])
