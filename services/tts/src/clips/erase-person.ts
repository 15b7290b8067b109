import { unavailable } from '@andscene/service-kit/http-error'
import { previewFolder } from './clip-path.ts'
import type { ClearParts } from './clear-clips.ts'

/**
 * Erases all that tts keeps of a person and not of a script of theirs, whose clips go with it: default voice, usage,
 * previews. Repeating it finishes what was interrupted. UNAVAILABLE while a preview of theirs is being made.
 *
 * The mark comes first, as the epoch does when clips are cleared: a preview that is made right now was either stored
 * before, and is removed here, or sees the mark after storing and goes by itself.
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
  // If its process dies it may still leave an object: to be looked at once more, after it.
  if (running) throw unavailable('A preview is being made')
}
