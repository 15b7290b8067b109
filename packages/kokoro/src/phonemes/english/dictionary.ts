import { phonemesOfBytes } from './phoneme-bytes.ts'
import type { SortedTable } from './sorted-table.ts'

/** What follows a word: its first sound ("the end"), or "to" ("used to"). */
export type Context = {
  /** Undefined before a pause and at the end. */
  vowelFollows: boolean | undefined
  toFollows: boolean
}
export const AT_END: Context = { vowelFollows: undefined, toFollows: false }

/** What the dictionary is asked with: the part of speech, the stress that capitals give, and what follows. */
export type Asked = { tag: string | undefined; stress: number | undefined; context: Context | undefined }
export const PLAINLY: Asked = { tag: undefined, stress: undefined, context: undefined }

/** Phonemes of a word, or those of each part of speech; none where it is spelled. */
export type Entry = { phonemes: string | undefined; byTag: ReadonlyMap<string, string> | undefined }

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

const entryOf = (bytes: string): Entry => {
  const [main = '', ...others] = phonemesOfBytes(bytes).split('|')
  const byTag =
    others.length === 0 ? undefined : new Map(others.map((other) => other.split('=') as [string, string]))
  return { phonemes: main || undefined, byTag }
}

/** Two dictionaries in one table: gold was checked by people, silver was made from it. */
export class Dictionary {
  readonly #table: SortedTable

  constructor(table: SortedTable) {
    this.#table = table
  }

  gold(word: string): Entry | undefined {
    return this.#find(word, true)
  }

  silver(word: string): Entry | undefined {
    return this.#find(word, false)
  }

  /** A small word also answers to its capitalised form, and the other way round, unless that has an entry of its own. */
  #find(word: string, isGold: boolean): Entry | undefined {
    const found = this.#read(word, isGold)
    if (found !== undefined || word.length < 2) return found
    const small = word.toLowerCase()
    if (word === small) return this.#read(capitalised(word), isGold)
    return word === capitalised(word) ? this.#read(small, isGold) : undefined
  }

  #read(word: string, isGold: boolean): Entry | undefined {
    const value = this.#table.get(word)
    if (value === undefined || value.startsWith('+') !== isGold) return undefined
    return entryOf(isGold ? value.slice(1) : value)
  }
}
