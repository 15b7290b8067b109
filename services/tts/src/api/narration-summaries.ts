import type { Person, ScriptSource } from '@andscene/contracts/internal'
import { readScripts } from '@andscene/contracts/routes/internal'
import type { NarrationSummary } from '@andscene/contracts/voices/voice'
import { HttpError } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/calls/service-client'
import type { Share } from '@andscene/service-kit/shares'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { ScriptClipsReader } from '../clips/script-clips.ts'
import { SharedWork } from '../clips/shared-work.ts'
import type { Allowance } from '../pipeline/allowance.ts'
import type { ScriptNotes } from '../pipeline/script-notes.ts'
import type { AudioIndex, ClipsVersion } from '../storage/audio-index.ts'
import { readerFields } from './access.ts'
import type { NarrationStatus } from './narration-status.ts'

type Head = Pick<ScriptSource, 'scriptId' | 'castingVersion'>
type Counts = Pick<NarrationSummary, 'total' | 'ready' | 'failed'>
type Kept = { castingVersion: number; clips: ClipsVersion; counts: Counts }

const SUMMARIES_KEPT = 20_000
/**
 * Cache times (ms). Voices change without an event, and while lines are missing, the event of a failure may be lost.
 */
const WHOLE_KEPT_MS = 60 * 60_000
const PARTIAL_KEPT_MS = 60_000

/** A single script may fail; consecutive failures of this number indicate an outage. */
const OUTAGE_AFTER_ERRORS = 2

const NOTHING: Counts = { total: 0, ready: 0, failed: 0 }

type Deps = {
  scripts: ServiceClient
  index: Pick<AudioIndex, 'versionOf'>
  scriptClips: ScriptClipsReader
  status: Pick<NarrationStatus, 'of'>
  notes: Pick<ScriptNotes, 'narrations'>
  allowance: Pick<Allowance, 'isUsedUp'>
}

type Asking = {
  requestId: string
  signal: AbortSignal
  shares: readonly Share[]
  log: FastifyBaseLogger
}

/** Progress of listed scripts, cached until casting or clips change. Counts one at a time, for all callers. */
export class NarrationSummaries {
  readonly #deps: Deps
  readonly #kept = new LRUCache<string, Kept>({ max: SUMMARIES_KEPT })
  readonly #counting = new SharedWork<Counts | undefined>()
  /** Number of calls of `forget`: counts that started before the last call may be outdated. */
  #forgotten = 0

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Omits scripts that are missing, hidden or uncountable. After two consecutive errors, skips the rest. */
  async of(person: Person, ids: readonly string[], asking: Asking): Promise<NarrationSummary[]> {
    const { scripts } = this.#deps
    const body = { ids: [...new Set(ids)], person: readerFields(person) }
    const { data } = await scripts.call(readScripts, { body }, { requestId: asking.requestId })
    const summaries: NarrationSummary[] = []
    let failure: HttpError | undefined
    let awayInARow = 0
    for (const head of data.scripts) {
      try {
        const counts = await this.#countsOf(head, asking)
        if (counts) summaries.push({ scriptId: head.scriptId, ...counts, making: false })
        awayInARow = 0
      } catch (error) {
        if (asking.signal.aborted) return []
        if (!(error instanceof HttpError)) throw error
        asking.log.warn({ err: error, scriptId: head.scriptId }, 'a narration is not counted')
        failure = error
        awayInARow = error.code === 'AWAY' ? awayInARow + 1 : 0
        if (awayInARow === OUTAGE_AFTER_ERRORS) break
      }
    }
    if (failure && summaries.length === 0) throw failure
    const owners = new Map(data.scripts.map(({ scriptId, ownerId }) => [scriptId, ownerId]))
    const unfinished = summaries.filter(({ total, ready, failed }) => ready + failed < total)
    const byOwner = Map.groupBy(unfinished, ({ scriptId }) => owners.get(scriptId)!)
    await Promise.all([...byOwner].map(([ownerId, theirs]) => this.#markMaking(ownerId, theirs)))
    return summaries
  }

  /** Call it when clips of a script have failed or are retried, which does not change its version of clips. */
  forget(scriptId: string): void {
    this.#forgotten += 1
    this.#kept.delete(scriptId)
  }

  async #markMaking(ownerId: string, summaries: readonly NarrationSummary[]): Promise<void> {
    const { notes, allowance } = this.#deps
    if (await allowance.isUsedUp(ownerId)) return
    const underWay = await notes.narrations(ownerId, Date.now())
    for (const summary of summaries) summary.making = underWay.has(summary.scriptId)
  }

  async #countsOf(head: Head, asking: Asking): Promise<Counts | undefined> {
    // Never cast: nothing can be spoken.
    if (head.castingVersion === 0) return NOTHING
    return this.#counting.run(`${head.scriptId}.${head.castingVersion}`, asking.signal, (signal) =>
      this.#count(head, { ...asking, signal }),
    )
  }

  async #count(
    { scriptId, castingVersion }: Head,
    { requestId, signal, shares }: Asking,
  ): Promise<Counts | undefined> {
    const { index, scriptClips, status } = this.#deps
    // Read before counting, so that the next count includes a concurrent change.
    const forgotten = this.#forgotten
    const clips = await index.versionOf(scriptId)
    const known = this.#kept.get(scriptId)
    if (known && known.castingVersion === castingVersion && isSame(known.clips, clips)) return known.counts
    const head = await scriptClips.head(scriptId, requestId)
    const script = head && (await scriptClips.of(head, { requestId, signal, shares, listed: true }))
    if (!script) return undefined
    const { total, ready, failed } = await status.of(script)
    const counts = { total, ready, failed }
    const kept = { castingVersion: script.castingVersion, clips, counts }
    const ttl = ready === total ? WHOLE_KEPT_MS : PARTIAL_KEPT_MS
    if (forgotten === this.#forgotten) this.#kept.set(scriptId, kept, { ttl })
    return counts
  }
}

const isSame = (one: ClipsVersion, other: ClipsVersion): boolean =>
  one.changed === other.changed && one.removed === other.removed
