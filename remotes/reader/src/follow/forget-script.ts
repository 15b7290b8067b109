import { castingKey, lastLineKey, recastKey, removeKey } from '@andscene/web-kit/storage-keys'
import { localClips } from '../player/clips/local-clips.ts'

/** Removes what this device keeps of a script that is not there any more for its person. */
export async function forgetScript(scriptId: string): Promise<void> {
  for (const key of [castingKey, lastLineKey, recastKey]) removeKey(key(scriptId))
  await localClips.removeScript(scriptId)
}
