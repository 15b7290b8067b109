import { clipJobId } from '@andscene/contracts/queues'
import { Pauses } from '@andscene/service-kit/pauses'
import type { ScriptClips } from '../clips/script-clips.ts'
import type { WantedClip } from '../clips/wanted-clips.ts'

export type NextClip = {
  clip: WantedClip
  jobId: string
  /** It failed for good and is due for another try. */ again: boolean
}

export type NextClips = {
  /** In the order in which the listener needs them, at most as many as the window holds. */
  window: NextClip[]
  /** Whether others follow behind the window. */
  more: boolean
  /** When the first of those failed for good that are left out (ms); Infinity when none is. */
  failedSince: number
}

export type NextClipsOptions = {
  /** The listener's line; 0 when nobody listens. */
  from: number
  /** Clips the window holds. */
  size: number
  stored: ReadonlySet<string>
  /** Jobs that failed for good: when, in ms, by id. */
  failed: ReadonlyMap<string, number>
  /** Whether one that failed then is tried again now; otherwise the window leaves it out. */
  isDue(failedAt: number): boolean
}

/** The clips to be made next: each at the first line from `from` on that wants it, then those before `from` (architecture §7). */
export async function nextClips(script: ScriptClips, options: NextClipsOptions): Promise<NextClips> {
  const { from, size, stored, failed, isDue } = options
  const window: NextClip[] = []
  const seen = new Set<string>()
  let failedSince = Infinity
  const pauses = new Pauses()
  const { length } = script.paths
  for (let step = 0; step < length; step += 1) {
    if (pauses.due()) await pauses.take()
    const path = script.paths[(from + step) % length]
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
