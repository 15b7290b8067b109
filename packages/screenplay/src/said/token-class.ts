import type { LineKind } from '../line-types.ts'

/** What a class may know of the line beside its text. */
export type SaidContext = {
  kind: LineKind
  type: string
  /** A slug line, also as a shot. */
  isHeading: boolean
  /** A label of few words ("SUPER: JUNE 1985"): four digits are a year, " - " is a pause. */
  isCaption: boolean
  isAllCapitals: boolean
  /** "July the fourth", "one hundred and one". */
  isBritish?: boolean
  /** The words of a direction inside a speech, if the narrator reads them; otherwise they are a pause. */
  sayDirection?: (direction: string) => string
}

/** A stretch of the text and the words to say for it; '' is silent. */
export type Found = { from: number; to: number; words: string; byNarrator?: boolean; isPause?: boolean }

/**
 * One kind of token: an amount, a date, a rank. `find` sees the written text, never the words of another class: quotes
 * are plain ('"), "…" is "...", white space is one space. Stretches that an earlier class claimed are dropped.
 */
export type TokenClass = {
  name: string
  /** Traits of which every text with such a token has one; none are looked for if absent. */
  needs?: number | undefined
  find(text: string, context: SaidContext): Iterable<Found>
}

export type Verbalise = (match: RegExpExecArray, context: SaidContext) => string | undefined

/** What is written directly before and behind a match. */
export const before = ({ index, input }: RegExpExecArray, length = 28): string =>
  input.slice(Math.max(0, index - length), index)
export const behind = ({ 0: match, index, input }: RegExpExecArray, length = 28): string =>
  input.slice(index + match.length, index + match.length + length)

/** All matches of a global pattern; unlike `matchAll`, without a copy of it. */
export function* matchesOf(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  for (let match = matchFrom(text, pattern, 0); match; match = matchFrom(text, pattern, nextIndex(match)))
    yield match
}

const matchFrom = (text: string, pattern: RegExp, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const nextIndex = ({ 0: match, index, input }: RegExpExecArray): number =>
  match === '' ? index + (input.codePointAt(index)! > 0xffff ? 2 : 1) : index + match.length

type Row = readonly [pattern: RegExp, words: Verbalise | string]

/**
 * Finds all matches of a global pattern; what decides beside a token belongs into look-arounds or is asked with `before` and
 * `behind`, so that only the token is claimed. `words` returns undefined for what is no such token.
 */
export const byPattern = (...row: Row): TokenClass['find'] => byRows([row])

/** Rows of a table: a pattern and its words. */
export const byRows = (rows: readonly Row[]): TokenClass['find'] =>
  function* (text, context) {
    for (const [pattern, verbalise] of rows) {
      let match = matchFrom(text, pattern, 0)
      while (match) {
        const words = typeof verbalise === 'string' ? verbalise : verbalise(match, context)
        const { index: from } = match
        if (words !== undefined) yield { from, to: from + match[0].length, words }
        match = matchFrom(text, pattern, nextIndex(match))
      }
    }
  }

/** Restricts a class to the lines where it may occur; most lines have no digit. */
export const where =
  (
    isPossible: (text: string, context: SaidContext) => boolean,
    find: TokenClass['find'],
  ): TokenClass['find'] =>
  (text, context) =>
    isPossible(text, context) ? find(text, context) : []
