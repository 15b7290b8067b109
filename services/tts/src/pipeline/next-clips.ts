import { clipJobId } from '@andscene/contracts/queues'
import { Pauses } from '@andscene/service-kit/pauses'
import type { ScriptClips } from '../clips/script-clips.ts'
import type { WantedClip } from '../clips/wanted-clips.ts'

export type NextClip = {
  clip: WantedClip
  jobId: string
  /** The clip failed permanently and is due for a retry. */
  again: boolean
}

export type NextClips = {
  /** In the order in which the listener needs them; at most `size`. */
  window: NextClip[]
  more: boolean
  /** Earliest time of permanent failure among the omitted clips (ms); Infinity without one. */
  failedSince: number
}

export type NextClipsOptions = {
  /** The listener's line; 0 without a listener. */
  from: number
  size: number
  stored: ReadonlySet<string>
  /** Times of failure of permanently failed jobs in ms, by id. */
  failed: ReadonlyMap<string, number>
  /** Whether to retry a job that failed at this time; other failed jobs are omitted. */
  isDue(failedAt: number): boolean
}

/**
 * Returns the next clips by the first line from `from` on that needs them, then those before `from` (architecture §7);
 * last those with a pause for each direction, which few listeners hear.
 */
export async function nextClips(script: ScriptClips, options: NextClipsOptions): Promise<NextClips> {
  const { from, size, stored, failed, isDue } = options
  const window: NextClip[] = []
  const seen = new Set<string>()
  let failedSince = Infinity
  const pauses = new Pauses()
  for (const path of pathsInOrder(script, from)) {
    if (pauses.due()) await pauses.take()
    if (path === undefined || stored.has(path) || seen.has(path)) continue
    seen.add(path)
    const jobId = clipJobId({ path, scriptId: script.scriptId })
    const failedAt = failed.get(jobId)
    if (failedAt !== undefined && !isDue(failedAt)) {
      failedSince = Math.min(failedSince, failedAt)
      continue
    }
    if (window.length === size) return { window, more: true, failedSince }
    window.push({ clip: script.clips.get(path)!, jobId, again: failedAt !== undefined })
  }
  return { window, more: false, failedSince }
}

function* pathsInOrder({ paths, pausedPaths }: ScriptClips, from: number): Generator<string | undefined> {
  for (let step = 0; step < paths.length; step += 1) yield paths[(from + step) % paths.length]
  for (const [index, path] of pausedPaths) if (index >= from) yield path
  for (const [index, path] of pausedPaths) if (index < from) yield path
}
