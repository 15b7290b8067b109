import type { DataObject } from '@andscene/service-kit/data/data-part'
import type { AudioIndex } from '../storage/audio-index.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'
import { clipOf } from '../clips/clip-path.ts'
import { CLIP_FOLDERS } from './examine.ts'

/** Paths of clips and their timing files, of this and of older releases. */
const CLIP = /^(scripts|previews)\/[A-Za-z0-9=_/-]+\.(mp3|words)$/
/** An object next to the folders of clips. */
const MARK = 'filling'
const REMOVED_AT_ONCE = 500

/** Stores restored clips. A shared bucket contains a mark with the source until the restore is complete. */
export function clipSink(objects: AudioObjects, { isShared }: { isShared: boolean }) {
  const filling = async () => {
    const mark = isShared ? await objects.read(MARK) : undefined
    return mark && Buffer.from(mark).toString()
  }
  return {
    filling,
    async begin(from: string): Promise<void> {
      const known = await filling()
      if (known !== undefined && known !== from)
        throw new Error('the bucket is being filled from something else')
      if (isShared) await objects.write(MARK, Buffer.from(from))
    },
    /** Clips in a bucket are read again and compared, because they were sent over a network. */
    async write({ name, bytes }: DataObject): Promise<void> {
      if (!CLIP.test(name)) throw new Error(`${name} is no clip`)
      await objects.write(name, bytes)
      const stored = isShared ? await objects.read(name) : bytes
      if (!stored || Buffer.compare(stored, bytes) !== 0) throw new Error(`${name} was not stored completely`)
    },
    /**
     * Rejects unless each row of an index has a clip of the same length. Removes clips without a row, which an
     * interrupted restore left in a bucket.
     */
    async requireAll(index: AudioIndex): Promise<void> {
      let wanted = 0
      for await (const clips of index.everyClip()) wanted += clips.length
      let found = 0
      const unknown: string[] = []
      for (const folder of CLIP_FOLDERS)
        for await (const some of objects.list(folder))
          for (const { path, bytes } of some) {
            const row = await index.find(clipOf(path))
            if (!row) unknown.push(path)
            else if (row.path === path && row.bytes === bytes) found += 1
          }
      if (found !== wanted) throw new Error(`of ${wanted} clips ${found} are in the bucket`)
      for (let start = 0; start < unknown.length; start += REMOVED_AT_ONCE)
        await objects.remove(unknown.slice(start, start + REMOVED_AT_ONCE))
    },
    finish: async () => {
      if (isShared) await objects.remove([MARK])
    },
  }
}
