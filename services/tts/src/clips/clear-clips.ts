import type { Backlog } from '../pipeline/backlog.ts'
import type { ScriptNotes } from '../pipeline/script-notes.ts'
import type { AudioIndex } from '../storage/audio-index.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'
import { removeClips } from './clip-objects.ts'
import { previewFolder, scriptFolder } from './clip-path.ts'

type ClearParts = { index: AudioIndex; objects: AudioObjects; backlog: Backlog; notes: ScriptNotes }

/** Deletes clips and queued jobs of a script; returns the number of files. Running jobs detect the new epoch. */
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

/** Deletes the clips of a text in every voice; returns the number of files. Waiting jobs remain, as they are needed. */
export async function clearText(
  { index, objects, notes }: Pick<ClearParts, 'index' | 'objects' | 'notes'>,
  scriptId: string,
  textHash: string,
): Promise<number> {
  await index.raiseTextEpoch(scriptId, textHash)
  const paths = (await index.ofTexts(scriptId, [textHash])).map(({ path }) => path)
  const deleted = await removeClips(objects, paths)
  await index.remove(paths)
  await notes.unsetComplete(scriptId)
  return deleted
}

/**
 * Erases the data of a user; closes the account first, so that running jobs remove their preview. Returns true while
 * one runs, as it may still leave an object if its process dies.
 */
export async function erasePerson(
  { index, objects, backlog, notes }: ClearParts,
  uid: string,
  now: number,
): Promise<boolean> {
  await index.closePerson(uid, now)
  const { running } = await backlog.dropPreviews(uid)
  await objects.removeFolder(previewFolder(uid))
  await index.removePreviews(previewFolder(uid))
  await notes.forgetPerson(uid)
  return running
}
