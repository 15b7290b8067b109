import { unavailable } from '@andscene/service-kit/http-error'
import { previewFolder } from './clip-path.ts'
import type { ClearParts } from './clear-clips.ts'

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
