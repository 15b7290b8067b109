import type { DataPart, ExamineOptions, Finding } from '@andscene/service-kit/data/data-part'
import { embeddedDocuments } from '@andscene/service-kit/data/embedded-documents'
import { join } from 'node:path'
import { needed, type StorageConfig } from '../config.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'
import { openObjects, openStorage } from '../storage/open-storage.ts'
import { MIGRATIONS } from '../storage/sqlite-audio-index.ts'
import { clipSink } from './clip-sink.ts'
import { CLIP_FOLDERS, examineClips } from './examine.ts'
import { objectsOf } from './objects-of.ts'

export async function openDataPart(config: StorageConfig): Promise<DataPart> {
  const documents = config.MONGODB_URI ? await onServer(config.MONGODB_URI) : embedded(config)
  const open = () => openObjects(config)
  /** A bucket is filled in place; files are written to a folder that replaces the old one. */
  const clips = async () => clipSink(await open(), { isShared: config.S3_ENDPOINT !== undefined })
  return {
    schema: MIGRATIONS.length,
    state: async () => {
      const { filling, ...found } = await documents.state()
      return {
        ...found,
        objects: await hasClips(await open()),
        filling: filling ?? (await (await clips()).filling()),
      }
    },
    copyOut: documents.copyOut,
    objects: async function* (copy) {
      yield* objectsOf(copy, await open())
    },
    takeIn: async () => {
      const sink = await clips()
      return {
        async begin(from) {
          await sink.begin(from)
          await documents.begin?.(from)
        },
        object: sink.write,
        async documents(file) {
          await sink.requireAll(file)
          await documents.takeIn(file)
        },
        close: async () => {},
      }
    },
    async finish() {
      // In this order: while documents are marked, all is taken in again.
      await (await clips()).finish()
      await documents.finish?.()
    },
    async examine(options) {
      const findings = await documents.examine(options)
      if ((findings[0]?.found ?? 0) > 0) return findings
      const stores = await openStorage(config)
      try {
        return [...findings, ...(await examineClips(stores, options))]
      } finally {
        await stores.index.close()
      }
    },
    async empty() {
      await documents.empty()
      if (config.S3_ENDPOINT === undefined) return
      const objects = await open()
      for (const folder of CLIP_FOLDERS) await objects.removeFolder(folder)
    },
  }
}

type Documents = Pick<DataPart, 'state' | 'copyOut' | 'finish' | 'empty'> & {
  begin?(from: string): Promise<void>
  takeIn(file: string): Promise<void>
  examine(options: ExamineOptions): Promise<Finding[]>
}

function embedded(config: StorageConfig): Documents {
  const documents = embeddedDocuments(
    join(needed(config, 'DATA_DIR', 'without MONGODB_URI'), 'tts.sqlite'),
    MIGRATIONS,
  )
  return {
    ...documents,
    state: async () => ({ documents: documents.isThere(), objects: false }),
    examine: async ({ repair }) => documents.examine(repair),
  }
}

/** Its driver takes a while to load. */
async function onServer(uri: string): Promise<Documents> {
  const { mongoDocuments } = await import('@andscene/service-kit/data/mongo-documents')
  const { TTS_MAPPING } = await import('./mongo-mapping.ts')
  const documents = mongoDocuments(uri, TTS_MAPPING)
  return {
    ...documents,
    state: async () => ({ ...(await documents.state()), objects: false }),
    // What its documents refer to are clips, and scripts of another service.
    examine: async () => [],
  }
}

async function hasClips(objects: AudioObjects): Promise<boolean> {
  for (const folder of CLIP_FOLDERS)
    for await (const some of objects.list(folder)) if (some.length > 0) return true
  return false
}
