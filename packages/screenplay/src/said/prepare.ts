import { cueName } from '../cue-name.ts'
import { isHeading } from '../line-types.ts'
import { speechStart } from '../own-name.ts'
import { WIDE_SPACE } from '../normalise-text.ts'
import type { MappedText } from './mapped-text.ts'

type Row = { type: string; character?: string | undefined }

/** One row: a wide gap or a new row separates parts of a heading; a new row of lyrics is a short pause. */
export function oneRow(line: Row, text: MappedText): MappedText {
  const trimmed = text.trim()
  const broken = isHeading(line)
    ? trimmed.replace(/[^\S\n]{3,}|[\t\n]/g, ' - ')
    : line.type === 'Lyrics'
      ? trimmed.replace(/(?<=[\p{L}\p{N}]) ?\n/gu, ', ')
      : trimmed
  return broken.replace(WIDE_SPACE, ' ').trim()
}

/** What is said of a line: a cue without extensions, a speech without its speaker, a direction without brackets. */
export function spokenPart(line: Row, text: MappedText): MappedText {
  switch (line.type) {
    case 'Character':
      return nameOf(text)
    case 'Dialogue':
      return text.slice(speechStart(text.text, line.character)).trim()
    case 'Parenthetical':
      return text.replace(/^[\s([]+|(?<![\s)\]])[\s)\]]+$/g, '')
    default:
      return text
  }
}

/** A script repeats a few cues thousands of times. */
const KEPT_CUES = 1_000
const kept = new Map<string, string | undefined>()
function nameIn(cue: string): string | undefined {
  if (!kept.has(cue)) {
    if (kept.size >= KEPT_CUES) kept.clear()
    kept.set(cue, cueName(cue))
  }
  return kept.get(cue)
}

/** The name alone; an extension without a name is read as is, "(CONT'D)" is silent. */
function nameOf(text: MappedText): MappedText {
  const name = nameIn(text.text)
  if (name === undefined)
    return /cont|more/i.test(text.text) ? text.slice(0, 0) : text.replace(/[()[\]]/g, ' ').trim()
  const at = text.text.toUpperCase().indexOf(name)
  const isFound = at >= 0 && text.text.toUpperCase().length === text.text.length
  return (isFound ? text.slice(at, at + name.length) : text).replace(/^.+$/g, name)
}
