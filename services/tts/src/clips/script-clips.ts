import type { NarrationSource } from '@andscene/contracts/internal'
import { HttpError } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/service-client'
import { LRUCache } from 'lru-cache'
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import { wantedClips, type WantedClips } from './wanted-clips.ts'

/** A script without its lines. */
export type ScriptHead = Omit<NarrationSource, 'lines'>
export type ScriptClips = WantedClips & ScriptHead

const LINES_PER_PAGE = 1_000
const ANSWER_LIMIT_MS = 15_000
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

  /** Whose script it is and how it is cast at present; undefined when it is gone. UNAVAILABLE as the service client. */
  async head(scriptId: string, requestId?: string): Promise<ScriptHead | undefined> {
    return this.#page(scriptId, { from: 0, count: 0 }, requestId)
  }

  /** What it wants under the casting of `head`; undefined when the script is gone meanwhile. Equal questions are one. */
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
    const { scriptId, ownerId, casting, castingVersion } = head
    const clips: ScriptClips = { scriptId, ownerId, casting, castingVersion, ...wanted }
    this.#kept.set(scriptId, clips, {
      size: 1 + characters + wanted.clips.size * CLIP_BYTES + wanted.paths.length * LINE_BYTES,
      ...(wanted.incomplete ? { ttl: INCOMPLETE_KEPT_MS } : {}),
    })
    return clips
  }

  async #page(
    scriptId: string,
    { from, count }: { from: number; count: number },
    requestId: string | undefined,
  ): Promise<NarrationSource | undefined> {
    try {
      return await this.#scripts.get<NarrationSource>(
        `/internal/scripts/${scriptId}/narration?from=${from}&count=${count}`,
        { timeoutMs: ANSWER_LIMIT_MS, ...(requestId === undefined ? {} : { requestId }) },
      )
    } catch (error) {
      if (error instanceof HttpError && error.code === 'NOT_FOUND') return undefined
      throw error
    }
  }
}
