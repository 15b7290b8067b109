import {
  AUDIO_CACHE,
  AUDIO_KEY_PREFIX,
  castingKey,
  lastLineKey,
  removeKey,
} from '@andscene/web-kit/storage-keys'

const belongsTo = (scriptId: string) => {
  const prefix = `${AUDIO_KEY_PREFIX}${scriptId}_`
  return (text: string) => text.includes(prefix)
}

/** Removes this device's clips of a script from local storage and Cache Storage. */
export async function forgetAudio(scriptId: string): Promise<void> {
  const ofScript = belongsTo(scriptId)
  try {
    for (const key of Object.keys(localStorage)) if (ofScript(key)) localStorage.removeItem(key)
    if (typeof caches === 'undefined' || !(await caches.has(AUDIO_CACHE))) return
    const cache = await caches.open(AUDIO_CACHE)
    for (const request of await cache.keys()) if (ofScript(request.url)) await cache.delete(request)
  } catch {
    // Blocked storage has no clips.
  }
}

export async function forgetScript(scriptId: string): Promise<void> {
  removeKey(castingKey(scriptId))
  removeKey(lastLineKey(scriptId))
  await forgetAudio(scriptId)
}
