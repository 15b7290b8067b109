import type { NarrationSource } from '@andscene/contracts/internal'
import { readNarrationSource } from '@andscene/contracts/routes/internal'
import { HttpError } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/calls/service-client'
import { sharesOf, type Share } from '@andscene/service-kit/shares'
import { LRUCache } from 'lru-cache'
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import { LoadSlots } from './load-slots.ts'
import { SharedWork } from './shared-work.ts'
import { wantedClips, type WantedClips } from './wanted-clips.ts'

/** A script without its lines; `etag` is of its casting. */
export type ScriptHead = Omit<NarrationSource, 'lines'> & { etag?: string | undefined }
export type ScriptClips = WantedClips & ScriptHead

const LINES_PER_PAGE = 1_000
const RESPONSE_LIMIT_MS = 15_000
/** Of all remembered scripts together; about 60,000 clips. */
const KEPT_BYTES = 48 * 1024 ** 2
/** Cache for lists, separate so that lists do not evict played scripts. */
const LISTED_BYTES = 40 * 1024 ** 2
/** What a clip takes beside its text, and a line of a script. */
const CLIP_BYTES = 600
const LINE_BYTES = 16
/** Voices may come and go: then what the same casting wants is another. */
const KEPT_MS = 5 * 60_000
/** While a provider cannot say which voices it has. */
const INCOMPLETE_KEPT_MS = 5_000

export type ReadingClips = {
  requestId?: string | undefined
  signal?: AbortSignal | undefined
  /** Only to be counted for a list. */
  listed?: boolean
  /** The shares that reading counts towards (decision 0063); background work counts towards the owner. */
  shares?: readonly Share[]
}

/** The clips that castings want, cached within a bound of bytes. Reads pages and computes in short stretches. */
export class ScriptClipsReader {
  readonly #scripts: ServiceClient
  readonly #catalogue: VoiceCatalogue
  readonly #kept: LRUCache<string, ScriptClips>
  readonly #listed: LRUCache<string, ScriptClips>
  readonly #loading = new SharedWork<ScriptClips | undefined>()
  readonly #slots = new LoadSlots()

  constructor(
    scripts: ServiceClient,
    catalogue: VoiceCatalogue,
    bytes: { kept: number; listed: number } = { kept: KEPT_BYTES, listed: LISTED_BYTES },
  ) {
    this.#scripts = scripts
    this.#catalogue = catalogue
    this.#kept = new LRUCache({ maxSize: bytes.kept, ttl: KEPT_MS })
    this.#listed = new LRUCache({ maxSize: bytes.listed, ttl: KEPT_MS })
  }

  /** Owner and present casting, revalidated by its ETag; undefined when the script does not exist. */
  async head(scriptId: string, requestId?: string): Promise<ScriptHead | undefined> {
    const kept = this.#kept.get(scriptId) ?? this.#listed.get(scriptId)
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

  /** The clips of a casting; undefined when the script is deleted. Equal calls share a read until all have left. */
  async of(head: ScriptHead, reading: ReadingClips = {}): Promise<ScriptClips | undefined> {
    const { scriptId, ownerId, castingVersion } = head
    const { shares = sharesOf({ uid: ownerId }) } = reading
    // Guests share reads with guests only, so that accounts do not wait for their slots.
    const kind = shares.at(-1)?.kind
    const clips =
      [this.#kept.get(scriptId), this.#listed.get(scriptId)].find(
        (known) => known?.castingVersion === castingVersion,
      ) ??
      (await this.#loading.run(`${scriptId}.${castingVersion}.${kind}`, reading.signal, (wanted) =>
        this.#slots.run(shares, wanted, () => this.#load(head, reading, wanted)),
      ))
    if (clips && !reading.listed) this.#moveFromLists(clips)
    return clips
  }

  /** A script that a list has read is moved when it is played. */
  #moveFromLists(clips: ScriptClips): void {
    const { scriptId } = clips
    const entry = this.#listed.info(scriptId)
    if (entry?.value !== clips) return
    this.#listed.delete(scriptId)
    const ttl = Math.max(1, entry.ttl ?? KEPT_MS)
    this.#kept.set(scriptId, clips, { size: entry.size ?? 1, ttl })
  }

  async #load(
    head: ScriptHead,
    { requestId, listed = false }: ReadingClips,
    wantedBy: AbortSignal,
  ): Promise<ScriptClips | undefined> {
    const lines: NarrationSource['lines'] = []
    let characters = 0
    for (let from: number | undefined = 0; from !== undefined;) {
      wantedBy.throwIfAborted()
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
    const keeping = listed ? this.#listed : this.#kept
    keeping.set(scriptId, clips, {
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

/** Undefined for NOT_FOUND. */
export async function orGone<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof HttpError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
