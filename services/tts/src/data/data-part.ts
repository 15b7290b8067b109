import { readConfig } from '@andscene/service-kit/config'
import type { CopyMoment, DataPart } from '@andscene/service-kit/data/data-part'
import { documentsPart } from '@andscene/service-kit/data/documents-part'
import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { StorageConfig } from '../config.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'
import { createIndexes, indexDocuments, openEmbeddedIndex } from '../storage/document-index.ts'
import { openObjects, openStorage } from '../storage/open-storage.ts'
import { clipSink } from './clip-sink.ts'
import { CLIP_FOLDERS, examineClips } from './examine.ts'
import { objectsOf } from './objects-of.ts'

export async function openDataPart(env: Record<string, string | undefined>): Promise<DataPart> {
  const config = readConfig(StorageConfig, env)
  const documents = documentsPart({
    ...indexDocuments(config),
    prepare: createIndexes,
    isReadFirst: true,
    copied: removeClipsOfOthers,
  })
  const open = () => openObjects(config)
  /** A bucket is filled in place; files are written to a folder that replaces the old one. */
  const isShared = config.S3_ENDPOINT !== undefined
  const clips = async () => clipSink(await open(), { isShared })
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
      const index = await openEmbeddedIndex(copy)
      try {
        yield* objectsOf(index, await open())
      } finally {
        await index.close()
      }
    },
    async takeIn(from) {
      const sink = await clips()
      await sink.begin(from)
      const rows = await documents.takeIn(from)
      return {
        object: sink.write,
        async documents(file) {
          if (isShared) {
            const index = await openEmbeddedIndex(file)
            await sink.requireAll(index).finally(() => index.close())
          }
          await rows.documents(file)
        },
      }
    },
    async finish() {
      // In this order: while documents are marked as incomplete, the restore is repeated as a whole.
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
      if (!isShared) return
      const objects = await open()
      for (const folder of CLIP_FOLDERS) await objects.removeFolder(folder)
    },
  }
}

/** Otherwise audio of a script that was deleted while the index was copied would remain. */
async function removeClipsOfOthers(copy: DocumentDb, _server: DocumentDb, moment: CopyMoment): Promise<void> {
  const existing = await moment.scriptIds()
  const clips = copy.collection<{ _id: string; scriptId?: string }>('tts_clips')
  const found = await clips
    .find({ scriptId: { $exists: true } }, { projection: { _id: 0, scriptId: 1 } })
    .toArray()
  for (const scriptId of new Set(found.map((clip) => clip.scriptId!)))
    if (!existing.has(scriptId)) await clips.deleteMany({ scriptId })
}

async function hasClips(objects: AudioObjects): Promise<boolean> {
  for (const folder of CLIP_FOLDERS)
    for await (const some of objects.list(folder)) if (some.length > 0) return true
  return false
}
