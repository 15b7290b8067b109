import type { ScriptsBody, ScriptSource, SourceLine } from '@andscene/contracts/internal'
import { readScripts } from '@andscene/contracts/routes/internal'
import type { SpeechSource } from '@andscene/screenplay/line-speech'
import type { ServiceClient } from '@andscene/service-kit/calls/service-client'
import { sharesOf, type Share } from '@andscene/service-kit/shares'
import { LRUCache } from 'lru-cache'
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import { LoadSlots, SharedWork } from './shared-work.ts'
import { wantedClips, type WantedClips } from './wanted-clips.ts'

/** A script without its lines. */
export type ScriptHead = Pick<ScriptSource, 'scriptId' | 'ownerId' | 'castingVersion'> & SpeechSource
export type ScriptClips = WantedClips & ScriptHead

const LINES_PER_PAGE = 1_000
const RESPONSE_LIMIT_MS = 15_000
/** Limit for all cached scripts together; about 60,000 clips. */
const KEPT_BYTES = 48 * 1024 ** 2
/** Cache for lists, separate so that lists do not evict played scripts. */
const LISTED_BYTES = 40 * 1024 ** 2
/** Memory for a clip in addition to its text, and for a line of a script. */
const CLIP_BYTES = 600
const LINE_BYTES = 16
/** Voices may be added or removed, which changes the clips of a casting. */
const KEPT_MS = 5 * 60_000
/** Cache time while a provider cannot list its voices. */
const INCOMPLETE_KEPT_MS = 5_000

export type ReadingClips = {
  requestId?: string | undefined
  signal?: AbortSignal | undefined
  /** Only for counting in a list. */
  listed?: boolean
  /** The shares that reading counts towards (decision 0063); background work counts towards the owner. */
  shares?: readonly Share[]
}

/** The clips of castings, cached within a limit of bytes. Reads lines in pages and yields to the event loop. */
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

  /** Returns owner and current casting, which is read only after changes; undefined when the script does not exist. */
  async head(scriptId: string, requestId?: string): Promise<ScriptHead | undefined> {
    const kept = this.#kept.get(scriptId) ?? this.#listed.get(scriptId)
    const script = await this.#read(
      scriptId,
      { casting: kept ? { known: kept.castingVersion } : {} },
      requestId,
    )
    if (!script) return undefined
    const { ownerId, castingVersion } = script
    // Absent if the known casting is still current.
    const { casting, pronunciations, language } = script.casting
      ? { ...script, casting: script.casting }
      : kept!
    return { scriptId, ownerId, castingVersion, casting, pronunciations, language }
  }

  /**
   * Returns the clips of a casting, or of a newer one that was saved while the lines were read; undefined when the script
   * is deleted. Equal calls share a read until all have left.
   */
  async of(head: ScriptHead, reading: ReadingClips = {}): Promise<ScriptClips | undefined> {
    const { scriptId, ownerId, castingVersion } = head
    const { shares = sharesOf({ uid: ownerId }) } = reading
    // Guests share reads only with guests, so that users with an account do not wait for the slots of guests.
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

  /** Moves a script to the main cache when it is played after it was listed. */
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
    const lines: SourceLine[] = []
    let characters = 0
    for (let from: number | undefined = 0; from !== undefined;) {
      wantedBy.throwIfAborted()
      const page = await this.#read(head.scriptId, { lines: { from, count: LINES_PER_PAGE } }, requestId)
      if (!page) return undefined
      // The pages after a new draft do not continue those before it.
      if (from > 0 && page.castingVersion !== head.castingVersion) {
        const present = await this.head(head.scriptId, requestId)
        return present && this.#load(present, { requestId, listed }, wantedBy)
      }
      for (const line of page.lines ?? []) {
        lines.push(line)
        characters += line.text.length
      }
      from = page.next
    }
    const wanted = await wantedClips({ ...head, lines }, this.#catalogue)
    const { scriptId } = head
    const clips: ScriptClips = { ...head, ...wanted }
    const keeping = listed ? this.#listed : this.#kept
    keeping.set(scriptId, clips, {
      size: 1 + characters + wanted.clips.size * CLIP_BYTES + wanted.paths.length * LINE_BYTES,
      ttl: wanted.incomplete ? INCOMPLETE_KEPT_MS : KEPT_MS,
    })
    return clips
  }

  #read(id: string, what: Omit<ScriptsBody, 'ids'>, requestId: string | undefined) {
    return readScript(this.#scripts, id, what, { requestId, timeoutMs: RESPONSE_LIMIT_MS })
  }
}

/** Undefined for a script that does not exist or that `person` may not listen to. */
export async function readScript(
  scripts: ServiceClient,
  id: string,
  what: Omit<ScriptsBody, 'ids'>,
  options: Parameters<ServiceClient['call']>[2],
): Promise<ScriptSource | undefined> {
  return (await scripts.call(readScripts, { body: { ids: [id], ...what } }, options)).data.scripts[0]
}
