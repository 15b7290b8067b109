import { loadTable } from './data.ts'
import { FIRST_TAG, weightOfByte } from './tagger-weight.ts'
import { TAGS } from './tags.ts'

const START = ['-START2-', '-START-']
const END = ['-END-', '-END2-']
const LETTERS = /^\p{L}+$/u
const DIGITS = /^\d+$/

const shape = (word: string): string => {
  if (LETTERS.test(word)) {
    const small = word.toLowerCase()
    if (word === small) return 'x'
    if (word === word.toUpperCase()) return word.length > 1 ? 'XX' : 'X1'
    return word.slice(1) === small.slice(1) ? 'Xx' : 'xX'
  }
  if (DIGITS.test(word)) return 'd'
  return word.slice(0, 4).replace(/\d/g, 'd').replace(/\p{L}/gu, 'x')
}

const plain = (word: string): string => {
  if (word.indexOf('-') > 0 || (word.includes('-') && !word.startsWith('-'))) return '!HYPHEN'
  if (DIGITS.test(word) && word.length === 4) return '!YEAR'
  return /^\d/.test(word) ? '!DIGITS' : word.toLowerCase()
}

/** Marks have one tag each; the words that were learnt from had few of them. */
const MARKS: Readonly<Record<string, string>> = {
  '“': '``',
  '”': "''",
  '"': "''",
  '(': '-LRB-',
  ')': '-RRB-',
  '—': ':',
  '…': ':',
  '?': '.',
  '!': '.',
  $: '$',
  '£': '$',
  '€': '$',
}

/** Parts of speech by an averaged perceptron that learnt from spaCy's: words are tagged from left to right. */
export class Tagger {
  readonly #words = loadTable('tagger-words')
  readonly #weights = loadTable('tagger-weights')
  readonly #scores = new Float64Array(TAGS.length)

  tags(words: readonly string[]): string[] {
    const window = [...START, ...words.map((word) => this.#known(word)), ...END]
    const tags: string[] = []
    let before = START[1]!
    let twoBefore = START[0]!
    for (const [index, word] of words.entries()) {
      const likely = this.#onlyTag(word) ?? this.#predict(word, index, window, before, twoBefore)
      // "I object": a noun hardly follows.
      const tag = likely === 'NN' && /^(?:I|we|they)$/i.test(words[index - 1] ?? '') ? 'VBP' : likely
      tags.push(tag)
      twoBefore = before
      before = tag
    }
    return tags
  }

  #known(word: string): string {
    const key = plain(word)
    return this.#words.get(key)?.endsWith('~') ? key : `<${shape(word)}>`
  }

  #onlyTag(word: string): string | undefined {
    const mark = MARKS[word]
    if (mark !== undefined) return mark
    const value = this.#words.get(word)
    return value === undefined || value.startsWith('~') ? undefined : TAGS[value.charCodeAt(0) - FIRST_TAG]
  }

  #predict(
    word: string,
    index: number,
    window: readonly string[],
    before: string,
    twoBefore: string,
  ): string {
    const [left2, left, itself, right, right2] = window.slice(index, index + 5) as [
      string,
      string,
      string,
      string,
      string,
    ]
    this.#scores.fill(0)
    for (const feature of [
      'b',
      `s3=${word.slice(-3)}`,
      `p1=${word.slice(0, 1)}`,
      `w=${itself}`,
      `sh=${shape(word)}`,
      index === 0 ? 'i0' : 'i+',
      `t-1=${before}`,
      `t-2=${twoBefore}`,
      `t-12=${before},${twoBefore}`,
      `w-1=${left}`,
      `s3-1=${left.slice(-3)}`,
      `w-2=${left2}`,
      `w+1=${right}`,
      `s3+1=${right.slice(-3)}`,
      `w+2=${right2}`,
    ]) {
      this.#add(feature)
    }
    let best = TAGS.length - 1
    for (let tag = best - 1; tag >= 0; tag--) if (this.#scores[tag]! > this.#scores[best]!) best = tag
    return TAGS[best]!
  }

  #add(feature: string): void {
    const pairs = this.#weights.get(feature)
    if (pairs === undefined) return
    for (let at = 0; at < pairs.length; at += 2) {
      this.#scores[pairs.charCodeAt(at) - FIRST_TAG]! += weightOfByte(pairs.charCodeAt(at + 1))
    }
  }
}
