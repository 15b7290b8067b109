import { unavailable } from '@andscene/service-kit/http-error'
import type { Backlog } from '../pipeline/backlog.ts'
import type { ScriptNotes } from '../pipeline/script-notes.ts'
import type { AudioIndex } from '../storage/audio-index.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'
import { previewFolder, scriptFolder } from './clip-path.ts'

export type ClearParts = { index: AudioIndex; objects: AudioObjects; backlog: Backlog; notes: ScriptNotes }

/**
 * Deletes all clips and queued jobs of a script; returns the number of files. `erased`: the script is deleted, and nothing is
 * stored for it again. Idempotent. The epoch is raised first: a running job has either stored its clip before, which is deleted
 * here, or sees the new epoch afterwards and removes it itself.
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
 * Deletes the clips of one text of a script in every voice; returns the number of files. A running job removes its clip as
 * above. Waiting jobs stay, as the present casting still needs the clip.
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

/**
 * Erases a user's default voice, usage and previews; clips are erased with their scripts. Idempotent. UNAVAILABLE while a preview
 * of theirs is being made. The account is closed first: a running job has either stored its preview before, which is removed
 * here, or removes it itself.
 */
export async function erasePerson(
  { index, objects, backlog, notes }: ClearParts,
  uid: string,
  now: number,
): Promise<void> {
  await index.closePerson(uid, now)
  const { running } = await backlog.dropPreviews(uid)
  await objects.removeFolder(previewFolder(uid))
  await index.removePreviews(previewFolder(uid))
  await notes.forgetPerson(uid)
  // A running job may still leave an object if its process dies: the caller retries after it.
  if (running) throw unavailable('A preview is being made')
}
