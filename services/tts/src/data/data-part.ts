import type { DataPart } from '@andscene/service-kit/data/data-part'
import { embeddedDocuments } from '@andscene/service-kit/data/embedded-documents'
import { join } from 'node:path'
import { needed, type StorageConfig } from '../config.ts'
import { openObjects, openStorage } from '../storage/open-storage.ts'
import { MIGRATIONS } from '../storage/sqlite-audio-index.ts'
import { CLIP_FOLDERS, examineClips } from './examine.ts'
import { objectsOf } from './objects-of.ts'

/** Of this and of older releases. */
const CLIP = /^(scripts|previews)\/[A-Za-z0-9=_/-]+\.mp3$/

/** The audio index and the clips, as a whole. */
export async function openDataPart(config: StorageConfig): Promise<DataPart> {
  if (config.MONGODB_URI ?? config.S3_ENDPOINT)
    throw new Error('what is in MongoDB or S3 is no part of this: use their own tools')
  const file = join(needed(config, 'DATA_DIR', 'without MONGODB_URI'), 'tts.sqlite')
  const documents = embeddedDocuments(file, MIGRATIONS)
  return {
    schema: MIGRATIONS.length,
    state: async () => ({ documents: documents.isThere(), objects: await hasClips(config) }),
    copyOut: documents.copyOut,
    objects: async function* (copy) {
      yield* objectsOf(copy, await openObjects(config))
    },
    takeIn: async () => {
      const objects = await openObjects(config)
      return {
        async object({ name, bytes }) {
          if (!CLIP.test(name)) throw new Error(`${name} is no clip`)
          await objects.write(name, bytes)
        },
        documents: documents.takeIn,
        close: async () => {},
      }
    },
    async examine(options) {
      const findings = documents.examine(options.repair)
      if (findings[0]!.found > 0) return findings
      const stores = await openStorage(config)
      try {
        return [...findings, ...(await examineClips(stores, options))]
      } finally {
        await stores.index.close()
      }
    },
    async empty() {
      const objects = await openObjects(config)
      await documents.empty()
      for (const folder of CLIP_FOLDERS) await objects.removeFolder(folder)
    },
  }
}

async function hasClips(config: StorageConfig): Promise<boolean> {
  const objects = await openObjects(config)
  for (const folder of CLIP_FOLDERS)
    for await (const some of objects.list(folder)) if (some.length > 0) return true
  return false
}
