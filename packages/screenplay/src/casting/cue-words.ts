import {
  FEMALE_NAMES,
  FEMALE_WORDS,
  MALE_NAMES,
  MALE_WORDS,
  MOSTLY_FEMALE_NAMES,
  MOSTLY_MALE_NAMES,
} from './names.ts'

export type Gender = 'female' | 'male'
export type LikelyGender = Gender | undefined
/** From a child to the old; `adult` is anybody of 26 to 45. */
export type Age = 'child' | 'young' | 'adult' | 'mature' | 'old'
export const AGES: readonly Age[] = ['child', 'young', 'adult', 'mature', 'old']

const set = (words: string) => new Set(words.split(' '))
const CHILD_WORDS = set('BABY INFANT TODDLER CHILD KID LITTLE BOY GIRL SCHOOLBOY SCHOOLGIRL')
const YOUNG_WORDS = set('YOUNG YOUNGER TEEN TEENAGE TEENAGER TEENAGED ADOLESCENT YOUTH STUDENT')
const OLD_WORDS = set(
  'OLD OLDER ELDERLY ANCIENT AGED SENIOR GRANDMA GRANDPA GRANDMOTHER GRANDFATHER GRANNY GRAN NANA GRAMPS ELDER CRONE ABUELA ABUELO',
)
const MATURE_WORDS = set(
  'MOTHER FATHER MOM MUM DAD AUNT AUNTIE UNCLE JUDGE CAPTAIN COLONEL GENERAL MAYOR PROFESSOR HEADMASTER HEADMISTRESS SENATOR PRESIDENT BISHOP BOSS',
)
/** What a cue adds to a person's name: EDWARD, YOUNG EDWARD and EDWARD'S VOICE are one person. */
const MODIFIERS = set(
  'YOUNG YOUNGER LITTLE TEEN TEENAGE TEENAGED OLD OLDER ELDERLY ADULT BABY KID CHILD SENIOR FUTURE PAST',
)
const SOUND_OF =
  /(?:'S)?\s+(?:RECORDED\s+)?(?:VOICE|VOICE-?OVER|GHOST|THOUGHTS)$|^(?:THE\s+)?VOICE OF\s+(?:THE\s+)?/

const plainCue = (name: string) => name.toUpperCase().replace(/[’‘`´]/g, "'")
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu) ?? []

/** The words of a cue that name the person: EDWARD for YOUNG EDWARD. A cue of such words alone keeps them. */
export const personWords = (name: string): string[] => {
  const plain = plainCue(name)
  const words = wordsOf(plain.replace(SOUND_OF, ''))
  const own = words.filter((word) => !MODIFIERS.has(word))
  return own.length > 0 ? own : words.length > 0 ? words : wordsOf(plain)
}

const isFemaleWord = (word: string) => FEMALE_WORDS.has(word) || /(?:WOMAN|WOMEN|GIRL|MAID|LADY)$/.test(word)
const isMaleWord = (word: string) =>
  MALE_WORDS.has(word) ||
  (/(?:[A-Z]{3}MAN|[A-Z]{4}MEN|BOY)$/.test(word) && !/(?:HUMAN|GERMAN|ROMAN|WOMEN)$/.test(word))

/** What a word alone says; capitals. */
export const genderOfWord = (word: string): LikelyGender =>
  isFemaleWord(word) ? 'female' : isMaleWord(word) ? 'male' : undefined

const first = (words: readonly string[], judge: (word: string) => LikelyGender) => {
  for (const word of words) {
    const gender = judge(word)
    if (gender) return { word, gender }
  }
  return undefined
}
const ofName = (word: string) =>
  FEMALE_NAMES.has(word) ? 'female' : MALE_NAMES.has(word) ? 'male' : undefined
const mostlyOfName = (word: string) =>
  MOSTLY_FEMALE_NAMES.has(word) || /^\p{L}{2,}[^AEIOU]I?A$/u.test(word)
    ? 'female'
    : MOSTLY_MALE_NAMES.has(word) || /^\p{L}{3,}O$/u.test(word)
      ? 'male'
      : undefined

export type CueGender = { kind: 'word' | 'name' | 'mostly'; word: string; gender: Gender }

/**
 * What a cue says of a gender: by a word outright (MRS., KING, WAITRESS), by a first name that is one or the other, or by
 * what such names mostly are. In "KING'S DAUGHTER" the last word counts; of "MAN'S VOICE" only the possessive tells.
 */
export const genderOfCue = (name: string): CueGender | undefined => {
  const plain = plainCue(name).replace(SOUND_OF, '')
  const possessive = /^(.*\p{L})'S?\s+(.+)$/u.exec(plain)
  const head = wordsOf(possessive?.[2] ?? plain)
  const owner = wordsOf(possessive?.[1] ?? '')
  const word = first(head, genderOfWord)
  if (word) return { kind: 'word', ...word }
  const named = first(head, ofName)
  if (named) return { kind: 'name', ...named }
  const mostly = first(head, mostlyOfName)
  const owned = owner.length > 0 ? (first(owner, genderOfWord) ?? first(owner, ofName)) : undefined
  // Whose assistant it is says little of the assistant.
  const weak = possessive && !mostly ? owned : mostly
  return weak && { kind: 'mostly', ...weak }
}

/** The age that a cue tells. */
export const ageOfCue = (name: string): Age | undefined => {
  const words = wordsOf(plainCue(name))
  if (words.some((word) => OLD_WORDS.has(word))) return 'old'
  if (words.some((word) => YOUNG_WORDS.has(word))) return 'young'
  if (words.some((word) => CHILD_WORDS.has(word))) return 'child'
  return words.some((word) => MATURE_WORDS.has(word)) ? 'mature' : undefined
}

const MACHINE =
  /\b(?:ROBOT|ANDROID|CYBORG|COMPUTER|MACHINE|HAL|A\.?I\.?|DROID|AUTOMATED|GPS|INTERCOM|SPEAKERPHONE)\b/
/** Whether a cue is a machine's, which may sound like one. */
export const isMachine = (name: string): boolean => MACHINE.test(plainCue(name))
