import type { SourceLine } from '@andscene/contracts/internal'
import { deliveriesOf } from '@andscene/screenplay/delivery/deliveries-of'
import { voicesTogetherOf } from '@andscene/screenplay/together/voices-together-of'
import { asCast, voicesTogether } from '@andscene/screenplay/voices'
import { hashedSpeech, speechOf, type SpeechSource } from '@andscene/screenplay/line-speech'
import { mayHaveDirections } from '@andscene/screenplay/read-directions'
import { hiddenFields } from '@andscene/contracts/sharing/field-rights'
import type { Role } from '@andscene/contracts/sharing/roles'
import { Line } from '@andscene/contracts/script'
import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'
import type { Directed } from '../directions/directed-lines.ts'
import type { Stores } from '../store/open-stores.ts'

/** The parts of a script that change how its lines are spoken. */
export type LinesSource = SpeechSource & { directed?: Directed }

/** Cached hashes, as a multiple of the lines: of different languages, deliveries and voices together. */
const HASHES_OF_LINE = 4

/** Lines of a script as one role sees them. Derived values are computed once, on demand. */
export class ScriptLines {
  /** JSON array, as stored; undefined if the role must not see all of it. */
  readonly json: string | undefined
  readonly #read: () => readonly Line[]
  readonly #views = new Map<string, ScriptLines>()
  /** Of the pronunciations in `#said`. */
  readonly #textHashes = new Map<string, string | undefined>()
  #said: { list: SpeechSource['pronunciations']; json: string } = { list: undefined, json: '[]' }
  #lines: readonly Line[] | undefined
  #spoken: readonly SourceLine[] | undefined

  constructor(stored: string | (() => readonly Line[])) {
    this.json = typeof stored === 'string' ? stored : undefined
    this.#read = typeof stored === 'string' ? () => JSON.parse(stored) as Line[] : stored
  }

  get lines(): readonly Line[] {
    this.#lines ??= this.#read()
    return this.#lines
  }

  /** The lines with what tts needs to know of the others: their deliveries, and who speaks together. */
  get spoken(): readonly SourceLine[] {
    this.#spoken ??= spokenOf(this.lines)
    return this.#spoken
  }

  /**
   * The lines without the fields that this role must not see (contracts field-rights). Roles with the same hidden
   * fields share one view.
   */
  as(role: Role): ScriptLines {
    const hidden = hiddenFields(Line, role).filter((name) => this.json?.includes(`"${name}"`))
    if (hidden.length === 0) return this
    const key = hidden.join()
    const view =
      this.#views.get(key) ?? new ScriptLines(() => this.lines.map((line) => without(line, hidden)))
    this.#views.set(key, view)
    return view
  }

  /** SHA-256 of the speech of a line, as tts stores it with a clip; undefined if the line is not spoken. */
  textHash(index: number, source: LinesSource): string | undefined {
    const line = this.spoken[index]
    if (!line) return undefined
    const cast = asCast(source.directed?.line(line) ?? line, source.casting)
    if (cast.directed) return hashOf(cast, source)
    this.#forgetOthers(source.pronunciations)
    const [, ...others] = voicesTogether(cast, source.casting)
    const narrator = this.#narratorOf(line, source)
    const key = `${index} ${cast.language ?? ''} ${cast.delivery !== undefined} ${narrator ?? ''} ${others.join(' ')}`
    if (this.#textHashes.has(key)) return this.#textHashes.get(key)
    // Each casting may have other voices together.
    if (this.#textHashes.size >= this.lines.length * HASHES_OF_LINE) this.#textHashes.clear()
    const hashed = hashOf(cast, source)
    this.#textHashes.set(key, hashed)
    return hashed
  }

  /** Whether the line has other words where the narrator reads directions inside a speech. */
  hasDirections(index: number, source: LinesSource): boolean {
    const line = this.spoken[index]
    if (!line || this.#narratorOf(line, { ...source, readsDirections: true }) === undefined) return false
    const [read, paused] = [true, false].map((readsDirections) =>
      this.textHash(index, { ...source, readsDirections }),
    )
    return read !== paused
  }

  /** The voice that may read directions inside the line. */
  #narratorOf(line: SourceLine, { readsDirections, casting }: LinesSource): string | undefined {
    return readsDirections && mayHaveDirections(line) ? casting.narrationVoiceId : undefined
  }

  /** Clears the hashes if they are of other pronunciations. */
  #forgetOthers(list: SpeechSource['pronunciations']): void {
    if (list === this.#said.list) return
    const json = JSON.stringify(list ?? [])
    if (json !== this.#said.json) this.#textHashes.clear()
    this.#said = { list, json }
  }
}

function hashOf(line: SourceLine, source: SpeechSource): string | undefined {
  const speech = speechOf(line, source)
  return speech && hash('sha256', hashedSpeech(speech, line.language))
}

function spokenOf(lines: readonly Line[]): readonly SourceLine[] {
  const deliveries = deliveriesOf(lines)
  const together = voicesTogetherOf(lines)
  return lines.map((line, index) => {
    const name = deliveries[index]
    const names = together[index]
    if (name === undefined && !names) return line
    return { ...line, ...(name && { delivery: { name } }), ...(names && { together: [...names] }) }
  })
}

/** Cached characters of JSON; derived values take about four times as much memory. */
const KEPT_CHARACTERS = 24 * 1024 ** 2

export type ReadLines = (id: string, role: Role, draft: number) => Promise<ScriptLines | undefined>

/** Returns the line itself if it has none of these fields, so that views share most of their lines. */
function without(line: Line, fields: readonly string[]): Line {
  if (!fields.some((name) => name in line)) return line
  return Object.fromEntries(Object.entries(line).filter(([name]) => !fields.includes(name))) as Line
}

/**
 * Reads the lines of drafts and caches the recently used ones: the lines of a draft never change. Concurrent reads of
 * one draft share a result and its derived values.
 */
export function createLineReader(scripts: Pick<Stores['scripts'], 'findLines'>): ReadLines {
  const kept = new LRUCache<string, ScriptLines>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ json = '' }) => json.length + 1,
  })
  const reading = new Map<string, Promise<ScriptLines | undefined>>()
  const read = async (key: string, id: string, draft: number) => {
    const json = await scripts.findLines(id, draft)
    if (json === undefined) return undefined
    const lines = new ScriptLines(json)
    kept.set(key, lines)
    return lines
  }
  return async (id, role, draft) => {
    const key = `${id} ${draft}`
    const known = kept.get(key)
    if (known) return known.as(role)
    const asked = reading.get(key) ?? read(key, id, draft).finally(() => reading.delete(key))
    reading.set(key, asked)
    return (await asked)?.as(role)
  }
}
