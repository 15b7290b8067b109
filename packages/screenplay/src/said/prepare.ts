import { canBeSpoken } from '../can-be-spoken.ts'
import { cueName, sameness } from '../cue-name.ts'
import { isHeading } from '../line-types.ts'
import type { MappedText } from './mapped-text.ts'

type Row = { type: string; character?: string | undefined }

const SPACE = /[\s\p{Cc}]+/gu

/** One row: a wide gap or a new row separates parts of a heading; a new row of lyrics is a short pause. */
export function oneRow(line: Row, text: MappedText): MappedText {
  const trimmed = text.trim()
  const broken = isHeading(line)
    ? trimmed.replace(/[^\S\n]{3,}|[\t\n]/g, ' - ')
    : line.type === 'Lyrics'
      ? trimmed.replace(/(?<=[\p{L}\p{N}]) ?\n/gu, ', ')
      : trimmed
  return broken.replace(SPACE, ' ').trim()
}

/** Typographic variants and signs that only some fonts have, as the rules expect them. */
export const plainQuotes = (text: MappedText): MappedText =>
  text
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/…/g, '...')

/** What is said of a line: a cue without extensions, a speech without its speaker, a direction without brackets. */
export function spokenPart(line: Row, text: MappedText): MappedText {
  switch (line.type) {
    case 'Character':
      return nameOf(text)
    case 'Dialogue':
      return withoutOwnName(text, line.character)
    case 'Parenthetical':
      return text.replace(/^[\s([]+|(?<![\s)\]])[\s)\]]+$/g, '')
    default:
      return text
  }
}

/** The name alone; an extension without a name is read as is, "(CONT'D)" is silent. */
function nameOf(text: MappedText): MappedText {
  const name = cueName(text.text)
  if (name === undefined)
    return /cont|more/i.test(text.text) ? text.slice(0, 0) : text.replace(/[()[\]]/g, ' ').trim()
  const at = text.text.toUpperCase().indexOf(name)
  const isFound = at >= 0 && text.text.toUpperCase().length === text.text.length
  return (isFound ? text.slice(at, at + name.length) : text).replace(/^.+$/g, name)
}

/** Longest name with extensions at the start of a speech. */
const OWN_NAME_LIMIT = 80

/** Removes the name from a speech typed with its cue: "HAGEN: Get out." */
function withoutOwnName(text: MappedText, character: string | undefined): MappedText {
  if (character === undefined) return text
  const colon = text.text.slice(0, OWN_NAME_LIMIT).search(/[:：]/)
  const prefix = text.text.slice(0, Math.max(0, colon))
  // "Ada: a name to remember." may be a sentence about her.
  const isWritten = colon > 0 && (prefix === prefix.toUpperCase() || /[)\]]\s*$/.test(prefix))
  if (!isWritten || sameness(cueName(prefix) ?? '') !== sameness(character)) return text
  const speech = text.slice(colon + 1)
  return canBeSpoken(speech) ? speech.trim() : text
}
