import { countBelow, normalisedPositions } from '../normalised-positions.ts'
import type { FdxNote } from './note.ts'
import { rangeOf, type ScriptLine } from './script-lines.ts'

/** Returns the nearest number of a sorted list, the smaller one in case of a tie. */
const nearest = (sorted: readonly number[], wanted: number): number | undefined => {
  const at = countBelow(sorted, wanted)
  const above = sorted[at]
  const below = sorted[at - 1]
  if (above === undefined || below === undefined) return above ?? below
  return wanted - below <= above - wanted ? below : above
}

/** Extends a range so that it does not split a surrogate pair. */
const widened = (text: string, from: number, to: number): [number, number] => [
  text.codePointAt(from - 1)! > 0xffff ? from - 1 : from,
  text.codePointAt(to - 1)! > 0xffff ? to + 1 : to,
]

const clamped = (value: number, low: number, high: number) =>
  Number.isFinite(value) ? Math.min(high, Math.max(low, Math.trunc(value))) : low

/** The place of a note: its line, and its range in Final Draft's offsets, end excluded. */
export type NotePlace = { lineIndex: number; line: ScriptLine; range: readonly [from: number, to: number] }

/** Finds the line of each note by its index, else the nearest line with the expected text. Never fails. */
export class LineFinder {
  readonly #lines: readonly ScriptLine[]
  #byText: Map<string, number[]> | undefined
  readonly #positions = new Map<ScriptLine['from'], readonly number[] | undefined>()

  constructor(lines: readonly ScriptLine[]) {
    this.#lines = lines
  }

  find(note: FdxNote): NotePlace {
    const wanted = clamped(note.lineIndex, 0, this.#lines.length - 1)
    const found = this.#indexOf(wanted, note.expectedText)
    const lineIndex = found ?? wanted
    const line = this.#lines[lineIndex]!
    return { lineIndex, line, range: this.#range(line, found === undefined ? {} : note) }
  }

  #indexOf(wanted: number, text: string | undefined): number | undefined {
    if (text === undefined || this.#lines[wanted]!.text === text) return wanted
    if (!this.#byText) {
      this.#byText = new Map()
      for (const [index, line] of this.#lines.entries()) {
        const same = this.#byText.get(line.text)
        if (same) same.push(index)
        else this.#byText.set(line.text, [index])
      }
    }
    const same = this.#byText.get(text)
    return same && nearest(same, wanted)
  }

  #range({ text, start, from }: ScriptLine, part: Pick<FdxNote, 'start' | 'end'>): [number, number] {
    const first = clamped(part.start ?? 0, 0, text.length)
    const last = clamped(part.end ?? text.length, first, text.length)
    const [low, high] = widened(text, first, last)
    if (!this.#positions.has(from)) this.#positions.set(from, normalisedPositions(from.paragraph.text))
    const positions = this.#positions.get(from)
    const raw = (at: number) => (positions ? positions[at]! : at)
    // The end follows the last unit instead of preceding the next one: omitted text may be in between.
    const end = high > low ? raw(start + high - 1) + 1 : raw(start + low)
    return rangeOf(from, raw(start + low), end)
  }
}
