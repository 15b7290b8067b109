import { readConfig } from '@andscene/service-kit/config'
import type { DataPart } from '@andscene/service-kit/data/data-part'
import { embeddedDocuments } from '@andscene/service-kit/data/embedded-documents'
import { join } from 'node:path'
import { needed, StorageConfig } from '../config.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'
import { openObjects, openStorage } from '../storage/open-storage.ts'
import { MIGRATIONS } from '../storage/sqlite-audio-index.ts'
import { clipSink } from './clip-sink.ts'
import { CLIP_FOLDERS, examineClips } from './examine.ts'
import { objectsOf } from './objects-of.ts'

export async function openDataPart(env: Record<string, string | undefined>): Promise<DataPart> {
  const config = readConfig(StorageConfig, env)
  const documents = await openDocuments(config)
  const open = () => openObjects(config)
  /** A bucket is filled in place; files are written to a folder that replaces the old one. */
  const clips = async () => clipSink(await open(), { isShared: config.S3_ENDPOINT !== undefined })
  return {
    ...documents,
    async state() {
      const { filling, ...found } = await documents.state()
      return {
        ...found,
        objects: await hasClips(await open()),
        filling: filling ?? (await (await clips()).filling()),
      }
    },
    async *objects(copy) {
      yield* objectsOf(copy, await open())
    },
    async takeIn(from) {
      const sink = await clips()
      await sink.begin(from)
      const rows = await documents.takeIn(from)
      return {
        object: sink.write,
        async documents(file) {
          await sink.requireAll(file)
          await rows.documents(file)
        },
      }
    },
    async finish() {
      // In this order: while documents are marked, all is taken in again.
      await (await clips()).finish()
      await documents.finish()
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

async function openDocuments(config: StorageConfig): Promise<DataPart> {
  if (config.MONGODB_URI === undefined)
    return embeddedDocuments(
      join(needed(config, 'DATA_DIR', 'without MONGODB_URI'), 'tts.sqlite'),
      MIGRATIONS,
    )
  // Its driver takes a while to load.
  const { mongoDocuments } = await import('@andscene/service-kit/data/mongo-documents')
  const { TTS_MAPPING } = await import('./mongo-mapping.ts')
  // What its documents refer to are clips, and scripts of another service.
  return { ...mongoDocuments(config.MONGODB_URI, TTS_MAPPING), examine: async () => [] }
}

async function hasClips(objects: AudioObjects): Promise<boolean> {
  for (const folder of CLIP_FOLDERS)
    for await (const some of objects.list(folder)) if (some.length > 0) return true
  return false
}
