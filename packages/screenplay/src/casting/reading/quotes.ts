import type { Quote } from './evidence.ts'
import { splitWords } from './tokens.ts'

const LONGEST = 60
/** A quote shorter than this is shown with the name before it: "DEVIKA (34)". */
const SHORTEST = 12
/** Longest distance between the name and the words that describe it. */
const NEAR = 4
const OPENED: Readonly<Record<string, string>> = { '(': ')', '[': ']' }

/** The words of the text, on one line, shortened at a space. */
export function quoted({ text, from, to, name }: Quote): string {
  const words = splitWords(text)
  const isShort = (words[to - 1]?.end ?? 0) - (words[from]?.start ?? 0) < SHORTEST
  const first = isShort && name !== undefined && name < from && from - name <= NEAR ? name : from
  const start = words[first]?.start ?? 0
  let end = words[to - 1]?.end ?? text.length
  const said = text.slice(start, end)
  for (const [open, close] of Object.entries(OPENED))
    if (said.includes(open) && !said.includes(close) && text[end] === close) end++
  const line = text.slice(start, end).replace(/\s+/g, ' ').trim()
  if (line.length <= LONGEST) return line
  return `${line.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`
}
