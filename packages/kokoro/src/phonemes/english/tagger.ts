import DATA from '../../../data/tags.json' with { type: 'json' }
import { loadTable } from './sorted-table.ts'

/** Parts of speech of the Penn Treebank, in the order of the bytes that stand for them in the data. */
const TAGS: readonly string[] = DATA.tags

/** A weight is one byte: tags take the bytes below. */
const FIRST_TAG = 0x21
const FIRST_WEIGHT = 0x60
const ZERO = 55
const STEP = 0.6

const weightOfByte = (byte: number): number => (byte - FIRST_WEIGHT - ZERO) * STEP

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

/** Marks have one tag each. */
const MARKS: Readonly<Record<string, string>> = DATA.marks

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
      const tag = verbInstead(likely, words, index) ?? likely
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
    // The beginning of a word that is stuttered is marked: an utterance.
    if (/^\p{Co}/u.test(word)) return 'UH'
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

const SUBJECT = /^(?:I|we|they)$/i
const AUXILIARY = /^(?:do|does|did|'ll|'d|will|would|can|could|shall|should|may|might|must)$/i
const OBJECT = /^(?:me|him|it|us|them|this|that|these|those|the|an?|my|your|his|her|its|our|their|yourself)$/i
const BEGINS = /^[.!?…“”"(—:]$/

/** Where a noun is unlikely: "I object", "Do you object?", "I'd object", "Wind the clock". */
function verbInstead(likely: string, words: readonly string[], index: number): string | undefined {
  if (!likely.startsWith('NN') || likely === 'NNS') return undefined
  const [twoBefore = '', before = ''] = [words[index - 2], words[index - 1]]
  if (likely === 'NN' && SUBJECT.test(before)) return 'VBP'
  if (likely === 'NN' && AUXILIARY.test(before) && index > 1) return 'VB'
  if (likely === 'NN' && /^you$/i.test(before) && AUXILIARY.test(twoBefore)) return 'VB'
  const isFirst = index === 0 || BEGINS.test(before)
  return isFirst && OBJECT.test(words[index + 1] ?? '') ? 'VB' : undefined
}
