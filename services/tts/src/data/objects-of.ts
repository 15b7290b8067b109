import type { DataObject } from '@andscene/service-kit/data/data-part'
import { StoreUnavailable } from '@andscene/service-kit/stores/store-unavailable'
import { wordsPath } from '../clips/clip-path.ts'
import type { AudioIndex } from '../storage/audio-index.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'

const AT_ONCE = 8
const LEFT_OUT_AT_ONCE = 500

/** The clips of a copied index, with their timing files. Removes rows whose clip was cleared meanwhile or is damaged. */
export async function* objectsOf(index: AudioIndex, objects: AudioObjects): AsyncGenerator<DataObject> {
  const missing: string[] = []
  for await (const clips of index.everyClip())
    for (let start = 0; start < clips.length; start += AT_ONCE) {
      const some = clips.slice(start, start + AT_ONCE)
      const read = await Promise.all(some.map(({ path }) => readObject(objects, path)))
      const words = await Promise.all(some.map(({ path }) => readObject(objects, wordsPath(path))))
      for (const [n, { path, bytes }] of some.entries())
        if (read[n]?.byteLength === bytes) {
          yield { name: path, bytes: read[n] }
          if (words[n]) yield { name: wordsPath(path), bytes: words[n] }
        } else missing.push(path)
    }
  for (let start = 0; start < missing.length; start += LEFT_OUT_AT_ONCE)
    await index.remove(missing.slice(start, start + LEFT_OUT_AT_ONCE))
}

/** Returns undefined also for a clip that cannot be read while others can. */
async function readObject(objects: AudioObjects, path: string): Promise<Uint8Array | undefined> {
  try {
    return await objects.read(path)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    return undefined
  }
}
