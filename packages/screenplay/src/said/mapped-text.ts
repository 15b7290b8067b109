import type { TextRange } from '../heard-text.ts'

/** A text whose characters know which range of the written text they stand for. */
export class MappedText {
  readonly text: string
  readonly #from: Int32Array
  readonly #to: Int32Array

  constructor(text: string, from: Int32Array, to: Int32Array) {
    this.text = text
    this.#from = from
    this.#to = to
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
    for (let at = start; at < end; at++) {
      from = Math.min(from, this.#from[at]!)
      to = Math.max(to, this.#to[at]!)
    }
    return { from, to }
  }

  /** The range that a character stands for. */
  fromAt = (at: number): number => this.#from[at]!
  toAt = (at: number): number => this.#to[at]!

  slice(start: number, end = this.text.length): MappedText {
    return new MappedText(
      this.text.slice(start, end),
      this.#from.subarray(start, end),
      this.#to.subarray(start, end),
    )
  }

  trim(): MappedText {
    const start = this.text.length - this.text.trimStart().length
    const end = this.text.trimEnd().length
    return start === 0 && end === this.text.length ? this : this.slice(start, Math.max(start, end))
  }

  /** Like String.replace with a global pattern; each new character stands for the whole match. */
  replace(pattern: RegExp, by: string | ((match: RegExpMatchArray) => string)): MappedText {
    let builder: TextBuilder | undefined
    let last = 0
    for (const match of this.text.matchAll(pattern)) {
      const end = match.index + match[0].length
      const words = typeof by === 'string' ? by : by(match)
      if (words === match[0]) continue
      builder ??= new TextBuilder()
      builder.mapped(this, last, match.index)
      builder.words(words, this.range(match.index, end))
      last = end
    }
    if (!builder) return this
    builder.mapped(this, last, this.text.length)
    return builder.done()
  }
}

/** Puts a text together from parts of others. */
export class TextBuilder {
  readonly #parts: string[] = []
  readonly #from: number[] = []
  readonly #to: number[] = []

  /** The part that was added last. */
  get last(): string {
    return this.#parts.at(-1) ?? ''
  }

  written(text: string, at: number): void {
    for (let index = 0; index < text.length; index++) {
      this.#from.push(at + index)
      this.#to.push(at + index + 1)
    }
    this.#add(text)
  }

  mapped(source: MappedText, start: number, end: number): void {
    for (let at = start; at < end; at++) {
      this.#from.push(source.fromAt(at))
      this.#to.push(source.toAt(at))
    }
    this.#add(source.text.slice(start, end))
  }

  words(text: string, { from, to }: TextRange): void {
    for (let index = 0; index < text.length; index++) {
      this.#from.push(from)
      this.#to.push(to)
    }
    this.#add(text)
  }

  #add(text: string): void {
    if (text !== '') this.#parts.push(text)
  }

  done(): MappedText {
    return new MappedText(this.#parts.join(''), Int32Array.from(this.#from), Int32Array.from(this.#to))
  }
}
