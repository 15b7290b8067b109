import { wordSet } from '../../../word-set.ts'
import { lowerAt, type Token } from '../tokens.ts'

/** A number in a text; `end` is the index of the token after it. */
export type NumberInText = { value: number; end: number }

const SCORE = 20
const SCORES = wordSet('threescore fourscore')
/** "Trente et un", "treinta y dos". */
const JOINS = wordSet('y et e and')

const isTenBelow100 = (token: Token | undefined): boolean =>
  token?.number?.kind === 'ten' && token.number.value < 100

/** The number at a token, in one or more words: "thirty four", "two and twenty", "three score and ten". */
export function numberAt(tokens: readonly Token[], at: number): NumberInText | undefined {
  const first = tokens[at]?.number
  if (!first || first.kind === 'decade' || first.kind === 'about') return undefined
  const { value, kind } = first
  if (SCORES.has(lowerAt(tokens, at))) return andMore(tokens, value, at + 1)
  if (kind === 'ten') return tenAt(tokens, at, value)
  if (kind === 'unit') {
    const several =
      scoreAt(tokens, at, value) ?? unitAndTenAt(tokens, at, value) ?? fourTwentiesAt(tokens, at, value)
    if (several) return several
  }
  return { value, end: at + 1 }
}

/** "Thirty four", French "soixante et un" and "soixante dix". */
function tenAt(tokens: readonly Token[], at: number, ten: number): NumberInText {
  const joined = JOINS.has(lowerAt(tokens, at + 1)) ? 2 : 1
  const one = tokens[at + joined]?.number
  const takesTeens = joined === 1 && ten > 50 && ten % SCORE === 0
  const isPart = one?.kind === 'unit' && (one.value < 10 || takesTeens)
  return isPart ? { value: ten + one.value, end: at + joined + 1 } : { value: ten, end: at + 1 }
}

/** "Three score and ten". */
function scoreAt(tokens: readonly Token[], at: number, scores: number): NumberInText | undefined {
  return lowerAt(tokens, at + 1) === 'score' ? andMore(tokens, scores * SCORE, at + 2) : undefined
}

/** "Threescore and twelve". */
function andMore(tokens: readonly Token[], value: number, at: number): NumberInText {
  const rest = lowerAt(tokens, at) === 'and' ? numberAt(tokens, at + 1) : undefined
  return { value: value + (rest?.value ?? 0), end: rest?.end ?? at }
}

/** "Two and twenty". */
function unitAndTenAt(tokens: readonly Token[], at: number, unit: number): NumberInText | undefined {
  if (unit >= 10 || lowerAt(tokens, at + 1) !== 'and' || !isTenBelow100(tokens[at + 2])) return undefined
  return { value: unit + tokens[at + 2]!.number!.value, end: at + 3 }
}

/** French "quatre vingt", "quatre vingt douze". */
function fourTwentiesAt(tokens: readonly Token[], at: number, unit: number): NumberInText | undefined {
  const next = tokens[at + 1]?.number
  if (unit !== 4 || next?.kind !== 'ten' || next.value !== SCORE) return undefined
  const rest = tokens[at + 2]?.number
  return rest?.kind === 'unit'
    ? { value: 4 * SCORE + rest.value, end: at + 3 }
    : { value: 4 * SCORE, end: at + 2 }
}
