import data from '../../../data/words.json' with { type: 'json' }
import { wordSet } from '../../word-set.ts'

const DRAFT = wordSet(data.titles.draft)
/** Other words on such a line: the kind of draft, its recipient, the color of its paper. */
const ABOUT_DRAFTS = wordSet(data.titles.aboutDrafts)
const MONTHS = wordSet(data.titles.months)
const DATE_WORDS = wordSet(data.titles.ofDates)
const NUMBER = /^v?\d{1,4}(?:st|nd|rd|th|[a-z])?$/u
const YEAR = /^(?:(?:19|20)\d\d|yyyy|yy|year)$/u
const NUMERIC_DATE =
  /^\W{0,3}(?:\d{1,4}|mm?|dd?)\s?[./-]\s?(?:\d{1,2}|mm?|dd?)\s?[./-]\s?(?:\d{1,4}|yy(?:yy)?)\W{0,3}$/iu

export const tokensOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}’']+/gu) ?? []

/** A date with a year. A date without one may be a title: September 5. */
export const isDate = (text: string): boolean => {
  const tokens = tokensOf(text)
  return (
    NUMERIC_DATE.test(text) ||
    /^\(?date\)?$/iu.test(text) ||
    (tokens.some((token) => MONTHS.has(token)) &&
      tokens.some((token) => YEAR.test(token)) &&
      tokens.every((token) => MONTHS.has(token) || DATE_WORDS.has(token) || NUMBER.test(token)))
  )
}

/** "Final shooting script", "Goldenrod revisions 3/12/2020": only words about drafts. */
export const isDraft = (text: string): boolean => {
  const tokens = tokensOf(text)
  return (
    tokens.some((token) => DRAFT.has(token)) &&
    tokens.every(
      (token) => DRAFT.has(token) || ABOUT_DRAFTS.has(token) || MONTHS.has(token) || NUMBER.test(token),
    )
  )
}

/** Words for a script, which are never part of a title. */
const SCRIPT = wordSet(data.titles.script)
/** Words for a work, which may be part of a title. */
const PIECE = wordSet(data.titles.piece)
const ABOUT_SCRIPTS = wordSet(data.titles.aboutScripts)
const ABOUT_PIECES = wordSet(data.titles.aboutPieces)

/** "A play in two acts", "Limited series": never a continuation of the title above, but may be a title alone. */
export const isKind = (text: string): boolean => {
  const tokens = tokensOf(text)
  return (
    tokens.some((token) => SCRIPT.has(token) || PIECE.has(token)) &&
    tokens.every((token) => [SCRIPT, PIECE, ABOUT_SCRIPTS, ABOUT_PIECES].some((words) => words.has(token)))
  )
}

/** Mentions scripts, drafts, months or two people: it only looks like a continuation of the title above. */
export const isAboutScript = (text: string): boolean =>
  / & |\p{L} \d{4}$/u.test(text) ||
  tokensOf(text).some(
    (token) =>
      token === 'pilot' ||
      token === 'acts' ||
      [DRAFT, SCRIPT, PIECE, MONTHS].some((words) => words.has(token)),
  )
