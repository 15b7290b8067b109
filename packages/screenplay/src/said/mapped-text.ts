import type { TextRange } from '../heard-text.ts'
import { matchesOf } from './token-class.ts'

/**
 * A stretch of a text and what it stands for: the characters of the written text from `from`, one by one, or, with `to`,
 * all of them the same range.
 */
type Stretch = { at: number; from: number; to?: number }

/** A text that knows which range of the written text each part stands for. */
export class MappedText {
  readonly text: string
  readonly #stretches: readonly Stretch[]

  constructor(text: string, stretches: readonly Stretch[]) {
    this.text = text
    this.#stretches = stretches
  }

  /** Parts of a written text. */
  static of(written: string, ranges: readonly TextRange[]): MappedText {
    const builder = new TextBuilder()
    for (const { from, to } of ranges) builder.written(written.slice(from, to), from)
    return builder.done()
  }

  /** The range of the written text that a part stands for. */
  range(start: number, end: number): TextRange {
    let [from, to] = [Infinity, -Infinity]
    for (let n = this.#index(start); n < this.#stretches.length; n++) {
      const stretch = this.#stretches[n]!
      if (stretch.at >= end) break
      const first = Math.max(start, stretch.at)
      const last = Math.min(end, this.#stretches[n + 1]?.at ?? this.text.length)
      from = Math.min(from, stretch.to === undefined ? stretch.from + first - stretch.at : stretch.from)
      to = Math.max(to, stretch.to ?? stretch.from + last - stretch.at)
    }
    return { from, to }
  }

  /** The stretch of a character. */
  #index(at: number): number {
    let [low, high] = [0, this.#stretches.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#stretches[middle]!.at <= at) low = middle
      else high = middle - 1
    }
    return low
  }

  /** The stretches of a part, from its own beginning. */
  stretches(start: number, end: number): Stretch[] {
    const found: Stretch[] = []
    for (let n = this.#index(start); n < this.#stretches.length; n++) {
      const stretch = this.#stretches[n]!
      if (stretch.at >= end) break
      const skipped = Math.max(0, start - stretch.at)
      const at = stretch.at + skipped - start
      found.push(stretch.to === undefined ? { at, from: stretch.from + skipped } : { ...stretch, at })
    }
    return found
  }

  slice(start: number, end = this.text.length): MappedText {
    if (start === 0 && end === this.text.length) return this
    return new MappedText(this.text.slice(start, end), this.stretches(start, end))
  }

  trim(): MappedText {
    const start = this.text.length - this.text.trimStart().length
    return this.slice(start, Math.max(start, this.text.trimEnd().length))
  }

  /** Like String.replace with a global pattern; each new character stands for the whole match. */
  replace(pattern: RegExp, by: string | ((match: RegExpExecArray) => string)): MappedText {
    let builder: TextBuilder | undefined
    let last = 0
    for (const match of matchesOf(this.text, pattern)) {
      const words = typeof by === 'string' ? by : by(match)
      if (words === match[0]) continue
      builder ??= new TextBuilder()
      builder.mapped(this, last, match.index)
      last = match.index + match[0].length
      builder.words(words, this.range(match.index, Math.max(last, match.index + 1)))
    }
    if (!builder) return this
    builder.mapped(this, last, this.text.length)
    return builder.done()
  }
}

/** Puts a text together from parts of others. */
export class TextBuilder {
  readonly #parts: string[] = []
  readonly #stretches: Stretch[] = []
  #length = 0

  /** The part that was added last. */
  get last(): string {
    return this.#parts.at(-1) ?? ''
  }

  written(text: string, at: number): void {
    this.#add(text, [{ at: 0, from: at }])
  }

  mapped(source: MappedText, start: number, end: number): void {
    if (start < end) this.#add(source.text.slice(start, end), source.stretches(start, end))
  }

  words(text: string, range: TextRange): void {
    this.#add(text, [{ at: 0, ...range }])
  }

  #add(text: string, stretches: readonly Stretch[]): void {
    if (text === '') return
    for (const stretch of stretches) this.#stretches.push({ ...stretch, at: stretch.at + this.#length })
    this.#parts.push(text)
    this.#length += text.length
  }

  done(): MappedText {
    return new MappedText(this.#parts.join(''), this.#stretches)
  }
}
