import { oneLine } from '../../normalise-text.ts'
import { PATTERNS } from '../line-patterns.ts'

const LIMIT = 120

/** Only words of a transition: "FADE TO BLACK.", "DISOLVE TO", "SMASH CUT TO:". */
export const isTransition = (text: string): boolean =>
  text.length <= 60 &&
  /\s|:/.test(text.trim()) &&
  PATTERNS.transition.test(oneLine(text).replace(/^[^\p{L}]+/u, ''))

/** The start of a slug line: "INT.", "EXT", "INT./EXT.", "I/E". */
const PLACE = String.raw`(?:(?:int|ext|i|e)\.?\s?[/&-]\s?(?:int|ext|i|e)(?:[.:]|(?=\s))|(?:int|ext)(?:[.:]|(?=\s)))`
const NUMBER = String.raw`#?(?:sc(?:ene|\.)?\s*)?(?:ep\d+\/sc)?(?:\d+\/)?\d{1,4}[a-z]{0,2}`
/** A fast pre-check, because most lines do not match. */
const MAYBE_SLUG = /^\s*(?:[\d#]|sc|ep\d|int|ext|[ie][./&\s-])/i
const SLUG_LINE = new RegExp(
  String.raw`^(?:(?<number>${NUMBER})[.:)]?\s+(?:[–—-]\s+)?)?${PLACE}\s*(?:[–—-]\s*)?[\p{L}\p{N}"'“‘#(]`,
  'iu',
)
/** Lower-case letters allowed among capitals: "McDONALD’S", "iPHONE", "2nd", and a time of day added later. */
const SMALL_IN_CAPITALS =
  /\b\p{L}*\p{Lu}{2}\p{L}*|(?<=[’'])s\b|(?<=\d)(?:st|nd|rd|th|s)\b|[–—-]\s*(?:day|night|dawn|dusk|morning|evening|later|continuous|same)\s*$/gu

/** Starts like a slug line, in any case: it is not a label of another heading. */
export const beginsLikeSlugLine = (text: string): boolean =>
  MAYBE_SLUG.test(text) && SLUG_LINE.test(text.trimStart().slice(0, LIMIT))

/** A complete "INT. KITCHEN - DAY" in capitals, regardless of its style. */
export const isSlugLine = (text: string): boolean => {
  if (text.length > LIMIT || !MAYBE_SLUG.test(text) || text.includes('\n')) return false
  const words = text.trim()
  return SLUG_LINE.test(words) && !/\p{Ll}/u.test(words.replace(SMALL_IN_CAPITALS, ''))
}

/** The number before the location of a slug line: "12A" in "12A. INT. HALL". */
export const numberBeforePlace = (text: string): string | undefined => {
  const words = text.slice(0, LIMIT).trim()
  const number = MAYBE_SLUG.test(words) ? SLUG_LINE.exec(words)?.groups?.['number'] : undefined
  return number?.replace(/^#?(?:sc(?:ene|\.)?\s*)?/i, '')
}

/** The type of a cue without speech whose words are not a name. */
export const notAName = (cue: string): { type: string; why: string } | undefined => {
  if (cue.length > LIMIT) return undefined
  const words = oneLine(cue).replace(/[.:…\s]+$/, '')
  if (!/\p{L}/u.test(words)) return { type: 'General', why: 'a cue without speech and without a letter' }
  if (/^[-–—\s]*(?:page\s*)?\d+\b[-–—\s]*(?:\(.*\)|of \d+)?$/i.test(words))
    return { type: 'General', why: 'a page number, not a cue' }
  if (isTransition(cue)) return { type: 'Transition', why: 'a cue without speech that says a transition' }
  if (PATTERNS.stageWords.test(words)) return { type: 'General', why: 'a cue without speech without a name' }
  return undefined
}
