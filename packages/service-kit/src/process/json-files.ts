import { readFile, stat } from 'node:fs/promises'

/** Maximum number of cached files: enough for several releases. */
const KEPT_FILES = 30

type Kept<T> = { mark: string; value: T }

/** Reads JSON files that every page requests: each is parsed once, and again after it has changed. */
export class JsonFiles<T> {
  readonly #kept = new Map<string, Kept<T>>()
  readonly #check: (value: unknown) => T

  /** `check` returns the value to cache, or throws. */
  constructor(check: (value: unknown) => T) {
    this.#check = check
  }

  /** Rejects when the file cannot be read, is not JSON or fails the check. */
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
