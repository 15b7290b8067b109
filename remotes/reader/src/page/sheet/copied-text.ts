import type { Line } from '@andscene/contracts/script'
import { SHOWN_IN_CAPITALS } from '@andscene/screenplay/line-types'
import { partsOf } from './text-parts.ts'

/** A part of a line's text as shown: with the capitals of its type and styles. */
function shownText({ type, text, capitals, styles }: Line, start = 0, end = text.length): string {
  if (capitals || SHOWN_IN_CAPITALS.has(type)) return text.slice(start, end).toUpperCase()
  return partsOf(text.slice(0, end), { runs: styles }, [{ start, end }])
    .filter((part) => part.start >= start)
    .map((part) => (part.style?.capitals ? part.text.toUpperCase() : part.text))
    .join('')
}

const isSpeech = ({ type }: Line) => type === 'Dialogue' || type === 'Parenthetical'

/** Whether a line is directly below the line before, as speech is below its cue. */
const isBelow = (line: Line, before: Line) =>
  isSpeech(line) && (before.type === 'Character' || (isSpeech(before) && before.type !== line.type))

export type CopiedLine = { line: Line; start: number; end: number }

/** Lines as plain text: with blank lines between them, as in a screenplay. */
export function copiedText(lines: readonly CopiedLine[]): string {
  let text = ''
  let before: Line | undefined
  for (const { line, start, end } of lines) {
    if (before) text += isBelow(line, before) ? '\n' : '\n\n'
    text += shownText(line, start, end)
    before = line
  }
  return text
}
