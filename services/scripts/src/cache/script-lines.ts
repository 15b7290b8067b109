import { spokenText } from '@andscene/screenplay/spoken-text'
import type { Line } from '@andscene/contracts/script'
import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'
import type { ScriptStore } from '../store/script-store.ts'

/** Lines of a script with what is computed from them, each once and only when asked for. */
export class ScriptLines {
  /** JSON array, as stored. */
  readonly json: string
  #lines: readonly Line[] | undefined
  readonly #textHashes = new Map<number, string | undefined>()

  constructor(json: string) {
    this.json = json
  }

  get lines(): readonly Line[] {
    this.#lines ??= JSON.parse(this.json) as Line[]
    return this.#lines
  }

  /** SHA-256 of what is said for a line, as tts keeps it beside a clip; undefined where nothing is said. */
  textHash(index: number): string | undefined {
    if (!this.#textHashes.has(index)) {
      const line = this.lines[index]
      const text = line ? spokenText(line) : ''
      this.#textHashes.set(index, text === '' ? undefined : hash('sha256', text))
    }
    return this.#textHashes.get(index)
  }
}

/** Characters of JSON kept at hand; what is computed from them takes about four times as much. */
const KEPT_CHARACTERS = 24 * 1024 ** 2

export type ReadLines = (id: string) => Promise<ScriptLines | undefined>

/**
 * Reads lines and keeps those of the scripts in use at hand: lines never change once a script is stored. Equal reads at
 * the same time are one, and so is what is computed from them.
 */
export function createLineReader(scripts: Pick<ScriptStore, 'findLines'>): ReadLines {
  const kept = new LRUCache<string, ScriptLines>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ json }) => json.length + 1,
  })
  const reading = new Map<string, Promise<ScriptLines | undefined>>()
  const read = async (id: string) => {
    const json = await scripts.findLines(id)
    if (json === undefined) return undefined
    const lines = new ScriptLines(json)
    kept.set(id, lines)
    return lines
  }
  return async (id) => {
    const known = kept.get(id)
    if (known) return known
    const asked = reading.get(id) ?? read(id).finally(() => reading.delete(id))
    reading.set(id, asked)
    return asked
  }
}
