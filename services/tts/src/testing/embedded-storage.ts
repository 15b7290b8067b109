import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { join } from 'node:path'
import { beforeEach } from 'vitest'
import type { AudioIndex } from '../storage/audio-index.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'
import { openEmbeddedIndex } from '../storage/document-index.ts'
import { openFileAudioObjects } from '../storage/file-audio-objects.ts'

/** A fresh index and objects for every test of a file, in a folder that is removed after it. */
export function embeddedStorage() {
  const on = {
    folder: '',
    index: undefined as unknown as AudioIndex,
    objects: undefined as unknown as AudioObjects,
    /** Opens the index like another process. */
    openIndex: () => openEmbeddedIndex(join(on.folder, 'tts.sqlite')),
  }
  beforeEach(async () => {
    const folder = await temporaryFolder()
    on.folder = folder.path
    on.index = await on.openIndex()
    on.objects = await openFileAudioObjects(join(on.folder, 'audio'))
    return async () => {
      await on.index.close()
      await folder.remove()
    }
  })
  return on
}
