import type { Backlog } from '../pipeline/backlog.ts'
import type { ScriptNotes } from '../pipeline/script-notes.ts'
import type { AudioIndex } from '../storage/audio-index.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'
import { scriptFolder } from './clip-path.ts'

export type ClearParts = { index: AudioIndex; objects: AudioObjects; backlog: Backlog; notes: ScriptNotes }

/**
 * Deletes all clips of a script and drops its queued work; returns how many files there were. `erased` is for a script
 * that is deleted: nothing is ever stored for it again. Repeating it finishes what was interrupted.
 *
 * The new epoch comes first: a job that runs right now has either stored its clip before, and it is deleted here, or
 * sees the new epoch after storing and takes it back itself. It makes it anew when a plan was made since.
 */
export async function clearScript(
  { index, objects, backlog, notes }: ClearParts,
  scriptId: string,
  { erased }: { erased: boolean },
): Promise<number> {
  await index.raiseEpoch(scriptId, { erased })
  await backlog.dropScript(scriptId)
  const deleted = await objects.removeFolder(scriptFolder(scriptId))
  await index.removeScript(scriptId)
  await notes.forget(scriptId)
  return deleted
}

/**
 * Deletes the clips of one spoken text in a script, in every voice; returns how many files there were. A clip of it that
 * is being made right now is taken back by the new epoch, as above, and those of other texts are not. A job that waits
 * stays: it makes the clip anew, which the present casting still wants.
 */
export async function clearText(
  { index, objects, notes }: Pick<ClearParts, 'index' | 'objects' | 'notes'>,
  scriptId: string,
  textHash: string,
): Promise<number> {
  await index.raiseTextEpoch(scriptId, textHash)
  const paths = (await index.ofTexts(scriptId, [textHash])).map(({ path }) => path)
  const deleted = await objects.remove(paths)
  await index.remove(paths)
  await notes.unsetComplete(scriptId)
  return deleted
}
