import { spokenText } from '@andscene/screenplay/spoken-text'
import type { Line } from '@andscene/contracts/script'
import { Pauses } from '@andscene/service-kit/pauses'
import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import type { ScriptStore } from '../store/script-store.ts'

/** Lines of a script with what is computed from them, each once and only when asked for. */
export class ScriptLines {
  /** JSON array, as stored. */
  readonly json: string
  #lines: readonly Line[] | undefined
  #textHashes: Promise<readonly (string | undefined)[]> | undefined

  constructor(json: string) {
    this.json = json
  }

  get lines(): readonly Line[] {
    this.#lines ??= JSON.parse(this.json) as Line[]
    return this.#lines
  }

  /** SHA-256 of what is said for each line, as tts keeps it beside a clip; undefined where nothing is said. */
  textHashes(): Promise<readonly (string | undefined)[]> {
    this.#textHashes ??= hashesOf(this.lines)
    return this.#textHashes
  }
}

/** In short stretches: 50,000 lines take most of a second. */
async function hashesOf(lines: readonly Line[]): Promise<(string | undefined)[]> {
  const pauses = new Pauses()
  const hashes: (string | undefined)[] = []
  for (const line of lines) {
    if (pauses.due()) await pauses.take()
    hashes.push(textHash(line))
  }
  return hashes
}

function textHash(line: Line): string | undefined {
  const text = spokenText(line)
  return text === '' ? undefined : createHash('sha256').update(text).digest('hex')
}

/** Characters of JSON kept at hand; what is computed from them takes about four times as much. */
const KEPT_CHARACTERS = 24 * 1024 ** 2

export type ReadLines = (id: string) => Promise<ScriptLines | undefined>

/** Reads lines and keeps those of the scripts in use at hand: lines never change once a script is stored. */
export function createLineReader(scripts: Pick<ScriptStore, 'findLines'>): ReadLines {
  const kept = new LRUCache<string, ScriptLines>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ json }) => json.length + 1,
  })
  return async (id) => {
    const known = kept.get(id)
    if (known) return known
    const json = await scripts.findLines(id)
    if (json === undefined) return undefined
    const lines = new ScriptLines(json)
    kept.set(id, lines)
    return lines
  }
}
