import { phonemesOfBytes, type SortedTable } from './sorted-table.ts'

/** The sound behind a word ("the end"), or "to" ("used to"). */
export type Context = {
  /** Undefined before a pause and at the end. */
  vowelFollows: boolean | undefined
  toFollows: boolean
}
export const AT_END: Context = { vowelFollows: undefined, toFollows: false }

export type Asked = { tag: string | undefined; stress: number | undefined; context: Context | undefined }
export const PLAINLY: Asked = { tag: undefined, stress: undefined, context: undefined }

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

  /** A small word also matches its capitalized form, and the other way round, unless that has its own entry. */
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
