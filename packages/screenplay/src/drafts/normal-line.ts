import type { Line } from '@andscene/contracts/script'
import { cueNames, sameness } from '../cue-name.ts'
import { isHeading, lineKind } from '../line-types.ts'

/** What is compared of a line. */
export type MatchedLine = Pick<Line, 'type' | 'text' | 'character'>

/** Kinds of lines that are read differently; lines of one kind with equal text are equal. */
type Kind = 'heading' | 'act' | 'cue' | 'speech' | 'aside' | 'action'

/** ASCII without the backtick. */
const PLAIN = /^[ -_a-~]*$/
const DASHES = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d-]+/g
const SINGLE_QUOTES = /[\u2018-\u201b\u2032\u00b4\u02b9\u02bb\u02bc\uff07`]/g
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\u00ab\u00bb\uff02]/g
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu
const SPACES = /\s+/g

const withoutTypography = (text: string) =>
  text
    .replace(INVISIBLE, '')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .normalize('NFKC')
    .toUpperCase()

/** A text without its typography: quotes, dashes, ellipses, spaces and case. */
export const normalText = (text: string): string =>
  (PLAIN.test(text) ? text : withoutTypography(text))
    .replace(DASHES, '-')
    .replace(SPACES, ' ')
    .trim()
    .toLowerCase()

export const kindOfLine = (line: Pick<MatchedLine, 'type'>): Kind => {
  if (isHeading(line)) return 'heading'
  switch (lineKind(line.type)) {
    case 'New Act':
      return 'act'
    case 'Character':
      return 'cue'
    case 'Dialogue':
      return 'speech'
    case 'Parenthetical':
      return 'aside'
    default:
      return line.type === 'Lyrics' ? 'speech' : 'action'
  }
}

/** A line prepared for comparison. */
export type NormalLine = {
  kind: Kind
  /** Equal lines have equal keys. A cue is its character. */
  key: string
  /** The character, for all spellings of its name. */
  speaker: string | undefined
}

/** Prepares the lines of both drafts with one memory for the names, which repeat thousands of times. */
export const normalLines = (): ((lines: readonly MatchedLine[]) => NormalLine[]) => {
  const nameOf = cueNames()
  const speakers = new Map<string, string>()
  const speakerOf = (name: string) => {
    const known = speakers.get(name) ?? sameness(name).toLowerCase()
    speakers.set(name, known)
    return known
  }
  return (lines) =>
    lines.map((line) => {
      const kind = kindOfLine(line)
      const name = line.character ?? (kind === 'cue' ? nameOf(line.text) : undefined)
      const speaker = name === undefined ? undefined : speakerOf(name)
      return { kind, key: `${kind} ${(kind === 'cue' && speaker) || normalText(line.text)}`, speaker }
    })
}
