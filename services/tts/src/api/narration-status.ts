import { Pauses } from '@andscene/service-kit/pauses'
import { LRUCache } from 'lru-cache'
import { jobIdOf } from '../clips/clip-path.ts'
import type { ScriptClips } from '../clips/script-clips.ts'
import type { Backlog } from '../pipeline/backlog.ts'
import type { AudioIndex } from '../storage/audio-index.ts'

/** Lines with a voice and something to say: all, those with a stored clip, those whose clip failed for good, the rest. */
export type Status = { total: number; ready: number; waiting: number; failed: number }

type Known = {
  /** What it was counted from. */
  castingVersion: number
  indexVersion: number
  failures: string
  status: Status
}

const SCRIPTS_KEPT = 1_000

/**
 * How far narrations are. Counted again only when the casting, the stored clips or the failures of a script have
 * changed, in short stretches, and once for all who ask at the same time.
 */
export class NarrationStatus {
  readonly #index: AudioIndex
  readonly #backlog: Backlog
  readonly #kept = new LRUCache<string, Known>({ max: SCRIPTS_KEPT })
  readonly #counting = new Map<string, Promise<Status>>()

  constructor(index: AudioIndex, backlog: Backlog) {
    this.#index = index
    this.#backlog = backlog
  }

  /** UNAVAILABLE while the queue is away. */
  async of(script: ScriptClips): Promise<Status> {
    const key = `${script.scriptId}.${script.castingVersion}`
    const counting = this.#counting.get(key) ?? this.#ask(script).finally(() => this.#counting.delete(key))
    this.#counting.set(key, counting)
    return counting
  }

  async #ask(script: ScriptClips): Promise<Status> {
    const { scriptId, castingVersion } = script
    // Before what is counted, so that a change meanwhile is seen the next time.
    const indexVersion = await this.#index.versionOf(scriptId)
    const failed = await this.#backlog.failed(scriptId)
    // One that is tried again leaves the set, and one that fails again has a later time.
    const failures = `${failed.size} ${latest(failed)}`
    const known = this.#kept.get(scriptId)
    if (
      known?.castingVersion === castingVersion &&
      known.indexVersion === indexVersion &&
      known.failures === failures &&
      !script.incomplete
    )
      return known.status
    const status = await this.#count(script, failed)
    this.#kept.set(scriptId, { castingVersion, indexVersion, failures, status })
    return status
  }

  async #count(
    { scriptId, clips, paths }: ScriptClips,
    failed: ReadonlyMap<string, number>,
  ): Promise<Status> {
    const pauses = new Pauses()
    const failing = new Set<string>()
    if (failed.size > 0)
      for (const path of clips.keys()) {
        if (pauses.due()) await pauses.take()
        if (failed.has(jobIdOf(path, scriptId))) failing.add(path)
      }
    let ready = 0
    for await (const page of this.#index.pathsOf(scriptId)) {
      for (const path of page) {
        ready += clips.get(path)?.lineIndexes.length ?? 0
        failing.delete(path)
      }
      if (pauses.due()) await pauses.take()
    }
    const failedLines = [...failing].reduce((sum, path) => sum + clips.get(path)!.lineIndexes.length, 0)
    const total = paths.reduce((sum, path) => sum + (path === undefined ? 0 : 1), 0)
    return { total, ready, waiting: total - ready - failedLines, failed: failedLines }
  }
}

const latest = (failed: ReadonlyMap<string, number>) =>
  [...failed.values()].reduce((last, at) => Math.max(last, at), 0)
