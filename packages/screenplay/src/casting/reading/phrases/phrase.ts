import { wordSet } from '../../../word-set.ts'
import type { Gender } from '../../cue-words.ts'
import type { AgeInText } from '../ages/age-at.ts'
import { LEVEL } from '../evidence.ts'
import { lowerAt, type Token } from '../tokens.ts'

/** A description of one person: "a retired headmistress", "their son", "a girl of nine". */
export type Phrase = {
  from: number
  /** Index of the token after it. */
  to: number
  determiner: string
  gender: Gender | undefined
  /** Index of the noun that states the gender. */
  nounAt: number | undefined
  isPerson: boolean
  /** Whether it is the relative of someone else: "her father", "Lily's grandmother". */
  isRelative: boolean
  isTwin: boolean
  years: number | undefined
  level: number
  accent: string | undefined
  /** Index of a name that it introduces: "a toddler known to everybody as BOO". */
  nameAt: number | undefined
}

const INDEFINITE = wordSet('a an one another un une ein eine una um uma')

export const isIndefinite = ({ determiner }: Phrase) => determiner === '' || INDEFINITE.has(determiner)

/** "His" or "her" in an age: "in her sixties". */
export function ownerIn(
  tokens: readonly Token[],
  from: number,
  to: number,
): { gender: Gender; at: number } | undefined {
  for (let at = from; at < to; at++) {
    const { lower } = tokens[at]!
    if (lower === 'her') return { gender: 'female', at }
    if (lower === 'his') return { gender: 'male', at }
  }
  return undefined
}

/** A phrase of which some words have been read. */
export class PhraseDraft {
  readonly phrase: Phrase
  readonly tokens: readonly Token[]
  /** The last noun for a person. */
  head = ''

  constructor(tokens: readonly Token[], from: number) {
    this.tokens = tokens
    this.phrase = {
      from,
      to: from,
      determiner: '',
      gender: undefined,
      nounAt: undefined,
      isPerson: false,
      isRelative: false,
      isTwin: false,
      years: undefined,
      level: 0,
      accent: undefined,
      nameAt: undefined,
    }
  }

  noteAge(years: number, level: number): void {
    if (level < this.phrase.level) return
    this.phrase.years = years
    this.phrase.level = level
  }

  /** "In her sixties" states a gender too. */
  noteStatedAge({ years, end }: AgeInText, from: number): void {
    this.noteAge(years, LEVEL.stated)
    const owner = ownerIn(this.tokens, from, end)
    if (!owner || this.phrase.gender) return
    this.phrase.gender = owner.gender
    this.phrase.nounAt = owner.at
  }

  noteNoun(at: number): void {
    const { lower, noun } = this.tokens[at]!
    this.head = lower
    this.phrase.isPerson = true
    this.phrase.isTwin ||= lower === 'twin' || lowerAt(this.tokens, at - 1) === 'twin'
    if (!noun) return
    this.phrase.gender = noun
    this.phrase.nounAt = at
  }

  forgetAge(): void {
    this.phrase.years = undefined
    this.phrase.level = 0
  }
}
