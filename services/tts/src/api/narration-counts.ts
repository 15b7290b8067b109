import type { NarrationCounts } from '@andscene/contracts/voice'
import type { ReadingClips, ScriptHead } from '../clips/script-clips.ts'
import type { NarrationStatus } from './narration-status.ts'
import type { ApiParts } from './parts.ts'

type Parts = Pick<ApiParts, 'scriptClips' | 'allowance'> & { status: Pick<NarrationStatus, 'of'> }

/**
 * How much of a script is ready: the one source of these figures for the page that asks, for the pages that are notified
 * of them and, without the pause, for a list. Undefined when the script does not exist.
 */
export async function narrationCounts(
  { scriptClips, status, allowance }: Parts,
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
