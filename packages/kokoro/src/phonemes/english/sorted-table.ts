import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const TAB = 9
const NEWLINE = 10

/** Characters are bytes: text that is not ASCII becomes the letters of its UTF-8. */
const asBytes = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- the range of ASCII
  /^[\x00-\x7F]*$/.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1')

/** Sorted rows of key, tab and value in one buffer, found by bisection: a tenth of the memory of a Map. */
export class SortedTable {
  readonly #rows: Buffer

  /** `rows`: every row ends with a newline; keys are UTF-8, values any bytes but a newline. */
  constructor(rows: Buffer) {
    this.#rows = rows
  }

  has(key: string): boolean {
    return this.#valueAt(key) >= 0
  }

  /** The value, a character for each byte; undefined for a key that is not there. */
  get(key: string): string | undefined {
    const at = this.#valueAt(key)
    return at < 0 ? undefined : this.#rows.toString('latin1', at, this.#rows.indexOf(NEWLINE, at))
  }

  #valueAt(text: string): number {
    const key = asBytes(text)
    const rows = this.#rows
    let low = 0
    let high = rows.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const start = rows.lastIndexOf(NEWLINE, middle - 1) + 1
      const order = middle === 0 ? this.#compare(key, 0) : this.#compare(key, start)
      if (order === 0) return (middle === 0 ? 0 : start) + key.length + 1
      if (order < 0) high = middle === 0 ? 0 : start
      else low = rows.indexOf(NEWLINE, middle) + 1
    }
    return -1
  }

  #compare(key: string, start: number): number {
    const rows = this.#rows
    for (let index = 0; index < key.length; index++) {
      const difference = key.charCodeAt(index) - rows[start + index]!
      if (difference !== 0) return rows[start + index] === TAB ? 1 : difference
    }
    return rows[start + key.length] === TAB ? 0 : -1
  }
}

const FOLDER = path.join(import.meta.dirname, '../../../data/phonemes')

/** See data/phonemes/NOTICE. */
export const loadTable = (
  name: `lexicon-${'us' | 'gb'}` | `letters-${'us' | 'gb'}` | 'tagger-words' | 'tagger-weights' | 'tokens',
): SortedTable => new SortedTable(brotliDecompressSync(readFileSync(path.join(FOLDER, `${name}.br`))))

/** Phonemes beyond ASCII, in the order of the bytes from 0x80 that stand for them in the data. */
const BEYOND_ASCII = 'ˈəɹɪˌɛɑʌŋɾɡᵊɔʃʤᵻɜʧæʊθðʒʔːɒɐ'

export const phonemesOfBytes = (bytes: string): string =>
  bytes.replace(/[\x80-\xFF]/g, (byte) => BEYOND_ASCII[byte.charCodeAt(0) - 0x80] ?? '')
