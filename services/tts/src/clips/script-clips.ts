import type { NarrationSource } from '@andscene/contracts/internal'
import { readNarrationSource } from '@andscene/contracts/routes/internal'
import { HttpError } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/service-client'
import { LRUCache } from 'lru-cache'
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import { wantedClips, type WantedClips } from './wanted-clips.ts'

/** A script without its lines; `etag` is of its casting. */
export type ScriptHead = Omit<NarrationSource, 'lines'> & { etag?: string | undefined }
export type ScriptClips = WantedClips & ScriptHead

const LINES_PER_PAGE = 1_000
const RESPONSE_LIMIT_MS = 15_000
/** Of all remembered scripts together; about 60,000 clips. */
const KEPT_BYTES = 48 * 1024 ** 2
/** What a clip takes beside its text, and a line of a script. */
const CLIP_BYTES = 600
const LINE_BYTES = 16
/** Voices may come and go: then what the same casting wants is another. */
const KEPT_MS = 5 * 60_000
/** While a provider cannot say which voices it has. */
const INCOMPLETE_KEPT_MS = 5_000

/**
 * What scripts and their castings want, computed once per saved casting and kept within a bound of bytes. Reads lines
 * page by page and computes in short stretches: 50,000 lines do not hold up the process.
 */
export class ScriptClipsReader {
  readonly #scripts: ServiceClient
  readonly #catalogue: VoiceCatalogue
  readonly #kept = new LRUCache<string, ScriptClips>({ maxSize: KEPT_BYTES, ttl: KEPT_MS })
  readonly #loading = new Map<string, Promise<ScriptClips | undefined>>()

  constructor(scripts: ServiceClient, catalogue: VoiceCatalogue) {
    this.#scripts = scripts
    this.#catalogue = catalogue
  }

  /**
   * Whose script it is and how it is cast at present; undefined when it is gone. A casting that is known is not fetched
   * again. AWAY as the service client.
   */
  async head(scriptId: string, requestId?: string): Promise<ScriptHead | undefined> {
    const kept = this.#kept.get(scriptId)
    const query = { from: 0, count: 0 }
    return orGone(async () => {
      const changed = await this.#scripts.callIfChanged(
        readNarrationSource,
        { params: { id: scriptId }, query },
        kept?.etag,
        { requestId, timeoutMs: RESPONSE_LIMIT_MS },
      )
      return changed ? { ...changed.value.data, etag: changed.etag } : kept
    })
  }

  /** What it wants under the casting of `head`; undefined when the script is gone meanwhile. Equal calls at the same time are one. */
  async of(head: ScriptHead, requestId?: string): Promise<ScriptClips | undefined> {
    const key = `${head.scriptId}.${head.castingVersion}`
    const kept = this.#kept.get(head.scriptId)
    if (kept?.castingVersion === head.castingVersion) return kept
    const loading =
      this.#loading.get(key) ?? this.#load(head, requestId).finally(() => this.#loading.delete(key))
    this.#loading.set(key, loading)
    return loading
  }

  async #load(head: ScriptHead, requestId: string | undefined): Promise<ScriptClips | undefined> {
    const lines: NarrationSource['lines'] = []
    let characters = 0
    for (let from: number | undefined = 0; from !== undefined;) {
      const page = await this.#page(head.scriptId, { from, count: LINES_PER_PAGE }, requestId)
      if (!page) return undefined
      for (const line of page.lines) {
        lines.push(line)
        characters += line.text.length
      }
      from = page.next
    }
    const wanted = await wantedClips({ ...head, lines }, this.#catalogue)
    const { scriptId, ownerId, casting, castingVersion, etag } = head
    const clips: ScriptClips = { scriptId, ownerId, casting, castingVersion, etag, ...wanted }
    this.#kept.set(scriptId, clips, {
      size: 1 + characters + wanted.clips.size * CLIP_BYTES + wanted.paths.length * LINE_BYTES,
      ttl: wanted.incomplete ? INCOMPLETE_KEPT_MS : KEPT_MS,
    })
    return clips
  }

  #page(
    id: string,
    query: { from: number; count: number },
    requestId: string | undefined,
  ): Promise<NarrationSource | undefined> {
    const options = { requestId, timeoutMs: RESPONSE_LIMIT_MS }
    return orGone(
      async () => (await this.#scripts.call(readNarrationSource, { params: { id }, query }, options)).data,
    )
  }
}

/** Undefined when the script is gone. */
async function orGone<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof HttpError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
