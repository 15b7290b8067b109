import {
  FEMALE_NAMES,
  FEMALE_WORDS,
  MALE_NAMES,
  MALE_WORDS,
  MOSTLY_FEMALE_NAMES,
  MOSTLY_MALE_NAMES,
} from './names.ts'

export type LikelyGender = 'female' | 'male' | undefined

const isFemaleWord = (word: string) => FEMALE_WORDS.has(word) || /(?:WOMAN|WOMEN|GIRL|MAID|LADY)$/.test(word)
const isMaleWord = (word: string) =>
  MALE_WORDS.has(word) ||
  (/(?:[A-Z]{3}MAN|[A-Z]{2}MEN|BOY)$/.test(word) && !/(?:HUMAN|GERMAN|ROMAN|WOMEN)$/.test(word))

const firstOf = (
  words: readonly string[],
  isFemale: (word: string) => boolean,
  isMale: (word: string) => boolean,
): LikelyGender => {
  for (const word of words) {
    if (isFemale(word)) return 'female'
    if (isMale(word)) return 'male'
  }
  return undefined
}

const byWords = (words: readonly string[]) => firstOf(words, isFemaleWord, isMaleWord)
const byNames = (words: readonly string[]) =>
  firstOf(
    words,
    (word) => FEMALE_NAMES.has(word),
    (word) => MALE_NAMES.has(word),
  )

const byMostly = (words: readonly string[]) =>
  firstOf(
    words,
    (word) => MOSTLY_FEMALE_NAMES.has(word) || /^\p{L}{2,}[^AEIOU]I?A$/u.test(word),
    (word) => MOSTLY_MALE_NAMES.has(word) || /^\p{L}{3,}O$/u.test(word),
  )

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}']+/gu) ?? []

/** In "KING'S DAUGHTER" the last word counts; in "MAN'S VOICE" only the possessive says a gender. */
const headAndOwner = (name: string): { head: string[]; owner: string[] } => {
  const plain = name.toUpperCase().replace(/[’‘`´]/g, "'")
  const possessive = /^(.*\p{L})'S?\s+(.+)$/u.exec(plain)
  return possessive
    ? { head: wordsOf(possessive[2] ?? ''), owner: wordsOf(possessive[1] ?? '') }
    : { head: wordsOf(plain), owner: [] }
}

const FEMALE_PRONOUN = /\b(?:she|her|hers|herself|woman|girl|lady)\b/i
const MALE_PRONOUN = /\b(?:he|him|his|himself|man|boy|guy|gentleman)\b/i

/** What the words that introduce a character say, when they speak of one gender alone. */
const byIntroduction = (introduction: string | undefined): LikelyGender => {
  if (introduction === undefined) return undefined
  const female = FEMALE_PRONOUN.test(introduction)
  return female === MALE_PRONOUN.test(introduction) ? undefined : female ? 'female' : 'male'
}

/**
 * The likely gender of a character: what the cue says outright (MRS., KING, WAITRESS), else a first name that is one or
 * the other, else the introducing words when their pronouns are clear, else what such names mostly are; undefined when
 * nothing tells.
 */
export const likelyGender = (name: string, introduction?: string): LikelyGender => {
  const { head, owner } = headAndOwner(name)
  return (
    byWords(head) ??
    byNames(head) ??
    byIntroduction(introduction) ??
    byWords(owner) ??
    byNames(owner) ??
    byMostly(head)
  )
}
