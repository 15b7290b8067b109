import data from '../../../../data/situations.json' with { type: 'json' }
import { wordSet } from '../../../word-set.ts'
import { birthdayAt } from '../ages/birthday-at.ts'
import { POSSESSIVES } from '../ages/life-words.ts'
import { numberAt } from '../ages/number-at.ts'
import type { Token } from '../tokens.ts'

/** Something that people of one age have or do: "collects her pension". Positions are indices of tokens. */
type Situation = { years: number; from: number; to: number; isStated: boolean }

/** Returns the index after what it matches. */
type Match = (tokens: readonly Token[], at: number) => number | undefined
type Step = { match: Match; isOptional: boolean }

/** Ages of the patterns of one group: a fixed number of years, or added to (taken from) the number in the text. */
type Group = {
  years: number
  number?: 'added' | 'subtracted' | 'digits'
  /** Words of which the paragraph must have one. */
  near?: string[]
  /** The smallest number in the text that counts. */
  least?: number
  isStated?: boolean
  patterns: string[]
}
export type Pattern = { group: Group; steps: readonly Step[]; anchor: number; except: Step | undefined }

const ZEROS = wordSet('zero nought oh o')

const plain = ({ lower }: Token): string => (lower.includes('’') ? lower.replaceAll('’', "'") : lower)

/** An ordinal in one or two words, without "birthday" after it. */
function ordinalAt(tokens: readonly Token[], at: number): { value: number; end: number } | undefined {
  const birthday = birthdayAt(tokens, at)
  if (!birthday) return undefined
  const isNamed = tokens[birthday.end - 1]!.lower === 'birthday'
  return { value: birthday.years, end: isNamed ? birthday.end - 1 : birthday.end }
}

const wordIf =
  (is: (token: Token) => boolean): Match =>
  (tokens, at) => {
    const token = tokens[at]
    return token && is(token) ? at + 1 : undefined
  }

/** What one choice of a pattern matches: `_` any word, `#` a number, `$` an owner ("his", "Lily's"), `grey*` a beginning. */
function matchOf(choice: string): Match {
  switch (choice) {
    case '_':
      return wordIf(({ isSign }) => !isSign)
    case '#':
      return (tokens, at) => numberAt(tokens, at)?.end ?? ordinalAt(tokens, at)?.end
    case '$':
      return wordIf((token) => token.isPossessive || POSSESSIVES.has(token.lower))
  }
  const beginning = choice.endsWith('*') ? choice.slice(0, -1) : undefined
  return wordIf((token) => (beginning ? plain(token).startsWith(beginning) : plain(token) === choice))
}

/** `school/college` is one of two words; `?` says that the word may be left out. */
function stepOf(source: string): Step {
  const isOptional = source.endsWith('?')
  const matches = (isOptional ? source.slice(0, -1) : source).split('/').map(matchOf)
  const match: Match = (tokens, at) => {
    for (const each of matches) {
      const end = each(tokens, at)
      if (end !== undefined) return end
    }
    return undefined
  }
  return { match, isOptional }
}

/** Whether a text cannot match without one of the words of a step. */
const isPlain = (source: string) => !/[*?$#!]/.test(source) && source !== '_'

/** The index of the rarest word, which is most likely the longest one. */
function anchorOf(words: readonly string[]): number {
  const lengths = words.map((each) =>
    isPlain(each) ? Math.min(...each.split('/').map((choice) => choice.length)) : -1,
  )
  return lengths.indexOf(Math.max(...lengths))
}

type Source = { group: Group; words: readonly string[]; anchor: number }

/** By the rarest word of a pattern: a text without such a word costs nothing. */
const sources = new Map<string, Source[]>()
for (const group of data as Group[])
  for (const pattern of group.patterns) {
    const words = pattern.split(' ')
    const anchor = anchorOf(words)
    for (const word of words[anchor]!.split('/')) {
      const known = sources.get(word)
      if (known) known.push({ group, words, anchor })
      else sources.set(word, [{ group, words, anchor }])
    }
  }

function patternOf({ group, words, anchor }: Source): Pattern {
  const last = words.at(-1)!
  const except = last.startsWith('!') ? stepOf(last.slice(1)) : undefined
  return { group, steps: (except ? words.slice(0, -1) : words).map(stepOf), anchor, except }
}

/** The patterns that a word may belong to. */
export const patternsWith = (lower: string): readonly Pattern[] | undefined =>
  sources.get(lower.replaceAll('’', "'"))?.map(patternOf)

function endOf(steps: readonly Step[], tokens: readonly Token[], at: number): number | undefined {
  const [step, ...rest] = steps
  if (!step) return at
  const next = step.match(tokens, at)
  const end = next === undefined ? undefined : endOf(rest, tokens, next)
  return end ?? (step.isOptional ? endOf(rest, tokens, at) : undefined)
}

/** A number before the anchor may have three words. */
const LONGEST_NUMBER = 3

function situationAt(
  { group, steps, anchor, except }: Pattern,
  tokens: readonly Token[],
  at: number,
): Situation | undefined {
  for (let from = Math.max(0, at - anchor * LONGEST_NUMBER); from <= at; from++) {
    const to = endOf(steps, tokens, from)
    if (to === undefined || to <= at || except?.match(tokens, to) !== undefined) continue
    const years = yearsIn(group, tokens.slice(from, to))
    if (years !== undefined) return { years, from, to, isStated: group.isStated ?? false }
  }
  return undefined
}

function yearsIn({ years, number, least = 0 }: Group, tokens: readonly Token[]): number | undefined {
  if (!number) return years
  if (number === 'digits') return digitsIn(tokens)
  const first = tokens.findIndex((token) => token.number ?? token.ordinal)
  const value = (numberAt(tokens, first) ?? ordinalAt(tokens, first))?.value
  if (value === undefined || value < least) return undefined
  return number === 'added' ? years + value : years - value
}

/** 50 for "a five and a zero". */
function digitsIn(tokens: readonly Token[]): number | undefined {
  const digits = tokens.flatMap(({ lower, number }) =>
    ZEROS.has(lower) ? [0] : number ? [number.value] : [],
  )
  return digits.every((digit) => digit < 10) ? Number(digits.join('')) : undefined
}

export function situationsIn(tokens: readonly Token[]): Situation[] {
  const found: Situation[] = []
  for (const [at, { patterns }] of tokens.entries())
    for (const pattern of patterns ?? []) {
      const { near } = pattern.group
      if (near && !tokens.some(({ lower }) => near.includes(lower))) continue
      const situation = situationAt(pattern, tokens, at)
      if (situation) found.push(situation)
    }
  return found
}
