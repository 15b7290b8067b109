import data from '../../data/words.json' with { type: 'json' }
import { wordSet } from '../word-set.ts'
import type { Age } from './age.ts'
import {
  FEMALE_NAMES,
  FEMALE_WORDS,
  MALE_NAMES,
  MALE_WORDS,
  MOSTLY_FEMALE_NAMES,
  MOSTLY_MALE_NAMES,
  type Gender,
} from './word-lists.ts'

export type { Gender } from './word-lists.ts'
export type LikelyGender = Gender | undefined

/** In the order in which they count: a TEENAGE BOY is young, a YOUNG BOY a child. */
const AGE_WORDS = (data.cues.ages as [Age, string][]).map(([age, words]) => ({
  age,
  words: wordSet(words),
}))
/** Words a cue adds to a person's name: EDWARD, YOUNG EDWARD and EDWARD'S VOICE are one person. */
const MODIFIERS = wordSet(data.cues.modifiers)
const SOUND_OF =
  /(?:'S)?\s+(?:RECORDED\s+)?(?:VOICE|VOICE-?OVER|GHOST|THOUGHTS)$|^(?:THE\s+)?VOICE OF\s+(?:THE\s+)?/

/** Generic nouns. In a cue without a name the modifiers identify the person as well: OLD MAN is not MAN. */
const GENERIC = wordSet(data.cues.generic)
/** SALESMAN, but not ULLMAN: surnames with this ending say little about gender. */
const MAN_OF =
  /(?:POLICE|FIRE|SALES|MAIL|POST|DOOR|FISHER|FRONT|BUSINESS|SPOKES|CHAIR|CONGRESS|CAMERA|ANCHOR|WEATHER|GUN|HIT|TAXI|CRAFTS|FORE|HENCH|SWORDS|NOBLE|GENTLE|FRENCH|ENGLISH|IRISH|HANDY|REPAIR|WATCH|GARBAGE)M[AE]N$/
const LIKE_MAN = /[A-Z]{3}MAN$/
/** Gender-neutral titles before a surname. */
export const TITLES = wordSet(data.cues.titles)
/** Gendered words that are also surnames: MARY KING, AGENT POPE. */
const SURNAMES = wordSet(data.cues.surnames)
/** Words that end like names but are not names. */
const NO_NAMES = wordSet(data.cues.noNames)

/** In capitals, with straight apostrophes. */
export const plainCue = (name: string) => name.toUpperCase().replace(/[’‘`´]/g, "'")
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu) ?? []

/**
 * The person whose voice a cue names, in capitals: YOUNG DAD for "Young Dad’s voice". Any other cue is returned as is.
 */
export const speakerOf = (name: string): string => plainCue(name).replace(SOUND_OF, '') || plainCue(name)

/** The words of a cue that identify the person: EDWARD for YOUNG EDWARD. OLD MAN and MAN are different persons. */
export const personWords = (name: string): string[] => {
  const words = wordsOf(speakerOf(name))
  const own = words.filter((word) => !MODIFIERS.has(word))
  return own.every((word) => GENERIC.has(word) || /^\d+$/.test(word)) ? words : own
}

/** Letters that are not composed of a letter and an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  Ł: 'L',
  Ø: 'O',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  Æ: 'AE',
  Œ: 'OE',
  Ə: 'A',
}
/** JOSE for JOSÉ, LUKASZ for ŁUKASZ. */
const unaccented = (word: string): string =>
  /^[ -~]*$/.test(word)
    ? word
    : word
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/[ŁØĐÐÞÆŒƏ]/g, (letter) => PLAIN_LETTERS[letter]!)
/** Whether a list has a word as it is written or without accents: FRÄULEIN. TÍO is in a list that lacks TIO. */
const hasWord = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) || words.has(unaccented(word))

const isFemaleWord = (word: string) =>
  hasWord(FEMALE_WORDS, word) || /(?:WOMAN|WOMEN|GIRL|MAID|LADY)$/.test(word)
const isMaleWord = (word: string) => hasWord(MALE_WORDS, word) || MAN_OF.test(word) || word.endsWith('BOY')

export const genderOfWord = (word: string): LikelyGender =>
  isFemaleWord(word) ? 'female' : isMaleWord(word) ? 'male' : undefined

const first = (words: readonly string[], judge: (word: string, before: string) => LikelyGender) => {
  for (const [at, word] of words.entries()) {
    const gender = judge(word, words[at - 1] ?? '')
    if (gender) return { word, gender }
  }
  return undefined
}
export const genderOfName = (word: string): LikelyGender => {
  const plain = unaccented(word)
  // RENÉ is a man, RENE may also be a woman.
  if (word !== plain && /^(?:RENÉ|ANDRÉ|DESIRÉ|AIMÉ|HONORÉ|JOSÉ)$/.test(word.normalize('NFC'))) return 'male'
  return FEMALE_NAMES.has(plain) ? 'female' : MALE_NAMES.has(plain) ? 'male' : undefined
}
const ofWord = (word: string, before: string) =>
  SURNAMES.has(word) && (TITLES.has(before) || genderOfName(before)) ? undefined : genderOfWord(word)
/** Also Japanese MARIKO, Icelandic -DOTTIR and HOLMFRIDUR, Chinese TINGTING. */
const LIKE_FEMALE =
  /^\p{L}{2,}(?:[^AEIOU]I?A|ELLE|ETTE|LENE|LYNN?|[AEIOU]KO|TJE|[VW]ATI|LAKSHMI|DOTTIR|BJORG|(?:HILD|RID|GERD|HEID)UR)$|^(\p{L}{4,5})\1$/u
/** Also Slavic VLADIMIR, Latin AURELIUS, Arabic SAIFULLAH, Kazakh NURBEK, Tamil KUPPUSAMY. */
const LIKE_MALE =
  /^\p{L}{3,}O$|^\p{L}{2,}(?:SLA[VW]|MIR|MIERZ|IUSZ?|[OU]LLAH|UDD?IN|BEK|SAMY|APPAN|(?:MUND|VALD|GRIM)UR|STEINN|BJORN)$/u
const mostlyOfName = (word: string) => {
  const plain = unaccented(word)
  if (NO_NAMES.has(plain)) return undefined
  if (MOSTLY_FEMALE_NAMES.has(plain)) return 'female'
  if (MOSTLY_MALE_NAMES.has(plain)) return 'male'
  return LIKE_FEMALE.test(plain)
    ? 'female'
    : LIKE_MAN.test(plain) || LIKE_MALE.test(plain)
      ? 'male'
      : undefined
}

export const isFirstName = (word: string): boolean => (genderOfName(word) ?? mostlyOfName(word)) !== undefined

export type CueGender = {
  kind: 'word' | 'name' | 'mostly'
  word: string
  gender: Gender
  /** Whether women and men have the name, or it is a surname. */
  isGuess?: boolean
}

const CALLED_BY_FIRST_NAME = new Set(['NURSE'])
/** Whether women and men have a name: SAM, ALEX. */
const isUnisex = (word: string): boolean =>
  MOSTLY_FEMALE_NAMES.has(unaccented(word)) || MOSTLY_MALE_NAMES.has(unaccented(word))

/** JIHOON for KIM JI-HOON. */
const firstOfJoined = (plain: string) => {
  const joined = /(\p{L}+)-(\p{L}+)/u.exec(plain)
  const word = joined ? joined[1]! + joined[2]! : ''
  const gender = genderOfName(word)
  return gender && { word, gender }
}

/** In "KING'S DAUGHTER" the last word counts, in "MAN'S VOICE" only the possessive. */
export const genderOfCue = (name: string): CueGender | undefined => {
  const plain = speakerOf(name)
  const possessive = /^(.*\p{L})'S?\s+(.+)$/u.exec(plain)
  const head = wordsOf(possessive?.[2] ?? plain)
  const owner = wordsOf(possessive?.[1] ?? '')
  const word = first(head, ofWord)
  if (word) return { kind: 'word', ...word }
  // DR. GRANT and CAPTAIN KIRK: a surname.
  const isSurname = head.length === 2 && TITLES.has(head[0]!) && !CALLED_BY_FIRST_NAME.has(head[0]!)
  // ALEX JAMES: the surname JAMES says nothing. KIM MINHO: KIM is the surname.
  const isUnsure = /^\p{L}+ \p{L}+$/u.test(plain) && head[0] !== 'KIM' && isUnisex(head[0]!)
  const named = firstOfJoined(plain) ?? (isUnsure ? undefined : first(head, genderOfName))
  if (named) return { kind: isSurname ? 'mostly' : 'name', ...named, isGuess: isSurname }
  const mostly = isSurname ? undefined : first(head, mostlyOfName)
  const owned = owner.length > 0 ? (first(owner, genderOfWord) ?? first(owner, genderOfName)) : undefined
  // The gender of a possessor says little about the assistant.
  const weak = possessive && !mostly ? owned : mostly
  return weak && { kind: 'mostly', ...weak, isGuess: isUnisex(weak.word) }
}

/** The age of a cue, with the word that states it; for DAD'S VOICE, that of DAD. */
export const ageOfCue = (name: string): { age: Age; word: string } | undefined => {
  const words = wordsOf(speakerOf(name).replaceAll('-', ' '))
  for (const { age, words: among } of AGE_WORDS) {
    const word = words.find((each) => hasWord(among, each))
    if (word !== undefined) return { age, word }
  }
  return undefined
}

const MACHINE =
  /\b(?:ROBOT|ANDROID|CYBORG|COMPUTER|MACHINE|HAL|A\.?I\.?|DROID|AUTOMATED|GPS|INTERCOM|SPEAKERPHONE)\b/
export const isMachine = (name: string): boolean => MACHINE.test(plainCue(name))
