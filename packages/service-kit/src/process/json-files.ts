import { readFile, stat } from 'node:fs/promises'

/** Files kept: those of some releases of everything. */
const KEPT_FILES = 30

type Kept<T> = { mark: string; value: T }

/** JSON files that are asked for with every page: each is parsed once, and again when it was written anew. */
export class JsonFiles<T> {
  readonly #kept = new Map<string, Kept<T>>()
  readonly #check: (value: unknown) => T

  /** `check` returns what is kept of a file's value, or throws. */
  constructor(check: (value: unknown) => T) {
    this.#check = check
  }

  /** Rejects when the file cannot be read, is no JSON or fails the check. */
  async read(file: string): Promise<T> {
    const { mtimeMs, size, ino } = await stat(file)
    const mark = `${mtimeMs} ${size} ${ino}`
    const kept = this.#kept.get(file)
    if (kept?.mark === mark) return kept.value
    const value = this.#check(JSON.parse(await readFile(file, 'utf8')))
    this.#kept.set(file, { mark, value })
    for (const old of [...this.#kept.keys()].slice(0, -KEPT_FILES)) this.#kept.delete(old)
    return value
  }
}
