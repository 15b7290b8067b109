import { isGuest } from '@andscene/web-kit/api-client'
import { castingKey, recastKey, removeKey } from '@andscene/web-kit/storage-keys'
import { localClips } from '../player/clips/local-clips.ts'
import { forgetLocalLine } from '../player/device/progress-store.ts'

/** Removes what this device keeps of a script that is not there any more for its person. */
export async function forgetScript(scriptId: string): Promise<void> {
  forgetLocalLine(scriptId)
  // All else is an account's.
  if (isGuest()) return
  for (const key of [castingKey, recastKey]) removeKey(key(scriptId))
  await localClips.removeScript(scriptId)
}
