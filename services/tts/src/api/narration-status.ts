import { clipJobId } from '@andscene/contracts/queues'
import { Pauses } from '@andscene/service-kit/pauses'
import type { NarrationCounts } from '@andscene/contracts/voices/voice'
import type { ReadingClips, ScriptClips, ScriptHead } from '../clips/script-clips.ts'
import type { WantedClip } from '../clips/wanted-clips.ts'
import type { Backlog } from '../pipeline/backlog.ts'
import type { AudioIndex, ClipsVersion } from '../storage/audio-index.ts'
import type { ApiParts } from '../parts.ts'

/**
 * Lines with a voice and spoken text: all, those with a stored clip, those not made yet, and those that failed
 * permanently.
 */
export type Status = { total: number; ready: number; waiting: number; failed: number }

type Counted = {
  version: ClipsVersion
  ready: Set<WantedClip>
  readyLines: number
  /** Identifies the failures from which `failing` was computed. */
  failures: string
  failing: WantedClip[]
}

/** A clip's version comes from the clock of the process that stores it, some time before the clip is visible (µs). */
const LATE_US = 60_000_000
const NOTHING_KNOWN: ClipsVersion = { changed: -1, removed: -1 }

/** Progress of narrations. Counts what was stored since the last count; concurrent calls share one count. */
export class NarrationStatus {
  readonly #index: Pick<AudioIndex, 'versionOf' | 'pathsOf'>
  readonly #backlog: Pick<Backlog, 'failed'>
  readonly #counted = new WeakMap<ScriptClips, Counted>()
  readonly #counting = new Map<ScriptClips, Promise<Status>>()

  constructor(index: Pick<AudioIndex, 'versionOf' | 'pathsOf'>, backlog: Pick<Backlog, 'failed'>) {
    this.#index = index
    this.#backlog = backlog
  }

  async of(script: ScriptClips): Promise<Status> {
    const counting =
      this.#counting.get(script) ?? this.#count(script).finally(() => this.#counting.delete(script))
    this.#counting.set(script, counting)
    return counting
  }

  async #count(script: ScriptClips): Promise<Status> {
    // Read before counting, so that the next count includes a concurrent change.
    const version = await this.#index.versionOf(script.scriptId)
    const failed = await this.#backlog.failed(script.scriptId)
    const known = this.#counted.get(script)
    const counted = known?.version.removed === version.removed ? known : nothingCounted()
    if (counted.version.changed !== version.changed) {
      await this.#addStored(script, counted)
      counted.version = version
    }
    // A retried clip leaves the set, and one that fails again has a later time.
    const failures = `${failed.size} ${latest(failed)}`
    if (counted.failures !== failures) {
      counted.failing = await failingOf(script, failed)
      counted.failures = failures
    }
    this.#counted.set(script, counted)
    const { ready, readyLines, failing } = counted
    const total = script.spokenLines
    const failedLines = linesOf(failing.filter((clip) => !ready.has(clip)))
    return { total, ready: readyLines, waiting: total - readyLines - failedLines, failed: failedLines }
  }

  async #addStored({ scriptId, clips }: ScriptClips, counted: Counted): Promise<void> {
    const pauses = new Pauses()
    const { changed } = counted.version
    for await (const page of this.#index.pathsOf(scriptId, Math.max(0, changed - LATE_US))) {
      for (const path of page) {
        if (pauses.due()) await pauses.take()
        const clip = clips.get(path)
        if (!clip || counted.ready.has(clip)) continue
        counted.ready.add(clip)
        counted.readyLines += clip.lineIndexes.length
      }
    }
  }
}

const nothingCounted = (): Counted => ({
  version: NOTHING_KNOWN,
  ready: new Set(),
  readyLines: 0,
  failures: '0 0',
  failing: [],
})

async function failingOf(
  { scriptId, clips }: ScriptClips,
  failed: ReadonlyMap<string, number>,
): Promise<WantedClip[]> {
  if (failed.size === 0) return []
  const pauses = new Pauses()
  const failing: WantedClip[] = []
  for (const [path, clip] of clips) {
    if (pauses.due()) await pauses.take()
    if (failed.has(clipJobId({ path, scriptId }))) failing.push(clip)
  }
  return failing
}

const linesOf = (clips: readonly WantedClip[]): number =>
  clips.reduce((sum, { lineIndexes }) => sum + lineIndexes.length, 0)

const latest = (failed: ReadonlyMap<string, number>) =>
  [...failed.values()].reduce((last, at) => Math.max(last, at), 0)

type CountingParts = Pick<ApiParts, 'scriptClips' | 'allowance'> & { status: Pick<NarrationStatus, 'of'> }

/**
 * Returns the figures of a script for its page, pushes and, without the pause, lists. Undefined when it does not exist.
 */
export async function narrationCounts(
  { scriptClips, status, allowance }: CountingParts,
  head: ScriptHead,
  reading: ReadingClips,
): Promise<NarrationCounts | undefined> {
  const script = await scriptClips.of(head, reading)
  if (!script) return undefined
  const counts = await status.of(script)
  const isPaused = counts.waiting > 0 && (await allowance.isUsedUp(head.ownerId))
  const pausedUntil = new Date(allowance.renewedAt).toISOString()
  return { ...counts, ...(isPaused && { pausedUntil }) }
}
