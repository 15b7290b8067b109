import { loadTable } from './sorted-table.ts'
import { INFIX, PREFIX, SUFFIX } from './tokenizer-patterns.ts'

/** Longest run without white space that is taken apart as one: the work stays linear. */
const LONGEST = 60

export type Piece = { text: string; space: boolean }

/** Words and marks by spaCy's English rules: "don't" is "do" and "n't", "(Yes.)" is four. */
export class Tokenizer {
  readonly #exceptions = loadTable('tokens')

  pieces(text: string): Piece[] {
    const pieces: Piece[] = []
    for (const { 0: run, index: start } of text.matchAll(/\S+/g)) {
      const isLast = start + run.length === text.length
      const parts = run.match(new RegExp(`.{1,${LONGEST}}`, 'gu')) ?? []
      parts.forEach((part, index) => {
        const texts = this.#split(part)
        const isEnd = index < parts.length - 1 || !isLast
        texts.forEach((each, at) => pieces.push({ text: each, space: at === texts.length - 1 && isEnd }))
      })
    }
    return pieces
  }

  #exception(text: string): string[] | undefined {
    const parts = this.#exceptions.get(text)
    return parts === undefined ? undefined : Buffer.from(parts, 'latin1').toString('utf8').split(' ')
  }

  #split(run: string): string[] {
    const before: string[] = []
    const after: string[] = []
    let rest = run
    while (rest !== '' && this.#exception(rest) === undefined) {
      const prefix = PREFIX.exec(rest)?.[0] ?? ''
      const inner = rest.slice(prefix.length)
      if (prefix !== '' && this.#exception(inner) !== undefined) {
        before.push(prefix)
        rest = inner
        break
      }
      const suffix = SUFFIX.exec(inner)?.[0] ?? ''
      if (prefix === '' && suffix === '') break
      if (prefix !== '') before.push(prefix)
      if (suffix !== '') after.unshift(suffix)
      rest = inner.slice(0, inner.length - suffix.length)
    }
    const middle = rest === '' ? [] : (this.#exception(rest) ?? cutInside(rest))
    return this.#rejoined([...before, ...middle, ...after])
  }

  /** "Sept" and "." are "Sept." */
  #rejoined(texts: readonly string[]): string[] {
    const joined: string[] = []
    for (let index = 0; index < texts.length; index++) {
      const two = texts[index]! + (texts[index + 1] ?? '')
      const exception = index + 1 < texts.length ? this.#exception(two) : undefined
      if (exception === undefined) joined.push(texts[index]!)
      else {
        joined.push(...exception)
        index++
      }
    }
    return joined
  }
}

const cutInside = (text: string): string[] => {
  const parts: string[] = []
  let start = 0
  for (const { 0: infix, index } of text.matchAll(INFIX)) {
    if (index === 0) continue
    if (index > start) parts.push(text.slice(start, index))
    parts.push(infix)
    start = index + infix.length
  }
  if (start < text.length) parts.push(text.slice(start))
  return parts
}
