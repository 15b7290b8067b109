import { mongoOutages, openMongo } from '@andscene/service-kit/stores/mongo'
import { withOutages } from '@andscene/service-kit/stores/store-unavailable'
import { newVersion, type AudioIndex, type StoredClip } from './audio-index.ts'
import { mongoLedgers } from './mongo-ledgers.ts'
import { mongoPeople, orSecond } from './mongo-people.ts'

/**
 * Ids are our own strings, and every operation is on single documents, so that every compatible server serves (architecture
 * §4). Some of those write a document back as a whole after reading it: what different callers change at the same time
 * therefore has documents of its own.
 */
export type ClipDocument = Omit<StoredClip, 'path'> & { _id: string; version?: number }
export type EpochDocument = { _id: string; epoch: number }
export type TextEpochDocument = { _id: string; scriptId: string; epoch: number }
export type VersionDocument = { _id: string; version: number; removed?: number }
/** `erasedAt` (ms) is absent in what older releases have written. */
export type ErasedDocument = { _id: string; erasedAt?: number }
export type NarrationDocument = { _id: string; narratedAt: number }

const PATHS_AT_ONCE = 500

/** The index on a MongoDB-compatible server, in the database of the URI's path. */
export async function openMongoAudioIndex(uri: string): Promise<AudioIndex> {
  const { client, db } = await openMongo(uri)
  const clips = db.collection<ClipDocument>('tts_clips')
  const epochs = db.collection<EpochDocument>('tts_epochs')
  const textEpochs = db.collection<TextEpochDocument>('tts_text_epochs')
  const versions = db.collection<VersionDocument>('tts_versions')
  const erasures = db.collection<ErasedDocument>('tts_erased')
  const narrations = db.collection<NarrationDocument>('tts_narrations')
  const people = mongoPeople(db)
  await clips.createIndex({ scriptId: 1 })
  await clips.createIndex({ scriptId: 1, _id: 1 })
  await clips.createIndex({ scriptId: 1, textHash: 1 })
  await clips.createIndex({ scriptId: 1, version: 1 })
  await narrations.createIndex({ narratedAt: 1 })
  const ledgers = await mongoLedgers(db, people)
  await textEpochs.createIndex({ scriptId: 1 })

  /** After the change itself: who sees the new version sees the change. */
  const note = async (scriptId: string, change: Omit<VersionDocument, '_id'>) => {
    await orSecond(() => versions.updateOne({ _id: scriptId }, { $set: change }, { upsert: true }))
  }
  const noteRemoved = (scriptId: string) => {
    const version = newVersion()
    return note(scriptId, { version, removed: version })
  }

  const index: AudioIndex = {
    ...ledgers,
    ...people,
    async find(path) {
      const found = await clips.findOne({ _id: path })
      return found ? toClip(found) : undefined
    },
    async ofScript(scriptId, page) {
      const found = page
        ? clips
            .find({ scriptId, _id: { $gt: page.after ?? '' } })
            .sort({ _id: 1 })
            .limit(page.limit)
        : clips.find({ scriptId })
      return (await found.toArray()).map(toClip)
    },
    async *pathsOf(scriptId, since) {
      const which = since === undefined ? { scriptId } : { scriptId, version: { $gte: since } }
      const cursor = clips.find(which, { projection: { _id: 1 }, batchSize: PATHS_AT_ONCE })
      try {
        while (await cursor.hasNext()) yield cursor.readBufferedDocuments().map(({ _id }) => _id)
      } finally {
        await cursor.close()
      }
    },
    ofTexts: async (scriptId, textHashes) =>
      (await clips.find({ scriptId, textHash: { $in: [...textHashes] } }).toArray()).map(toClip),
    async *everyClip() {
      const cursor = clips.find({}, { batchSize: PATHS_AT_ONCE }).sort({ _id: 1 })
      try {
        while (await cursor.hasNext()) yield cursor.readBufferedDocuments().map(toClip)
      } finally {
        await cursor.close()
      }
    },
    async versionOf(scriptId) {
      const { version = 0, removed = 0 } = (await versions.findOne({ _id: scriptId })) ?? {}
      return { changed: version, removed }
    },
    async put(clip, usedBy) {
      const { path, scriptId, ...row } = clip
      // First, so that no clip is there that was not counted.
      if (usedBy) await ledgers.addUsage(usedBy, clip.durationMs)
      const version = newVersion()
      // The path names the script: what it replaces is a clip of the same one.
      const document = { ...row, version, ...(scriptId !== undefined && { scriptId }) }
      await clips.replaceOne({ _id: path }, document, { upsert: true })
      if (scriptId !== undefined) await note(scriptId, { version })
    },
    async remove(paths) {
      if (paths.length === 0) return
      const which = { _id: { $in: [...paths] } }
      const found = await clips.find(which, { projection: { scriptId: 1 } }).toArray()
      await clips.deleteMany(which)
      for (const scriptId of new Set(found.map((clip) => clip.scriptId)))
        if (scriptId !== undefined) await noteRemoved(scriptId)
    },
    async removeScript(scriptId) {
      await clips.deleteMany({ scriptId })
      await noteRemoved(scriptId)
    },
    async stateOf(scriptId, textHash) {
      const [found, text, erased] = await Promise.all([
        epochs.findOne({ _id: scriptId }),
        textHash === undefined ? null : textEpochs.findOne({ _id: textKey(scriptId, textHash) }),
        erasures.findOne({ _id: scriptId }),
      ])
      return { epoch: found?.epoch ?? 0, textEpoch: text?.epoch ?? 0, erased: erased !== null }
    },
    async raiseEpoch(scriptId, { erased }) {
      if (erased) {
        const mark = { $set: { erasedAt: Date.now() } }
        await orSecond(() => erasures.updateOne({ _id: scriptId }, mark, { upsert: true }))
      }
      await orSecond(() => epochs.updateOne({ _id: scriptId }, { $inc: { epoch: 1 } }, { upsert: true }))
      await narrations.deleteOne({ _id: scriptId })
      // The script's own epoch has changed already: forgetting these brings no clip back.
      await textEpochs.deleteMany({ scriptId })
    },
    async forgetErased(before, now) {
      await erasures.updateMany({ erasedAt: { $exists: false } }, { $set: { erasedAt: now } })
      for (const { _id } of await erasures.find({ erasedAt: { $lt: before } }).toArray()) {
        if (await clips.findOne({ scriptId: _id }, { projection: { _id: 1 } })) continue
        await textEpochs.deleteMany({ scriptId: _id })
        for (const name of ['tts_epochs', 'tts_versions', 'tts_narrations'])
          await db.collection<{ _id: string }>(name).deleteOne({ _id })
        // Last: by it the others are found.
        await erasures.deleteOne({ _id, erasedAt: { $lt: before } })
      }
    },
    async raiseTextEpoch(scriptId, textHash) {
      await orSecond(() =>
        textEpochs.updateOne(
          { _id: textKey(scriptId, textHash) },
          { $inc: { epoch: 1 }, $set: { scriptId } },
          { upsert: true },
        ),
      )
    },
    async openNarration(scriptId, narratedAt) {
      if (await erasures.findOne({ _id: scriptId })) return
      await narrations.updateOne({ _id: scriptId }, { $set: { narratedAt } }, { upsert: true })
    },
    async closeNarration(scriptId, openedAt) {
      await narrations.deleteOne({ _id: scriptId, narratedAt: openedAt })
    },
    async isUnderWay(scriptId) {
      return (await narrations.findOne({ _id: scriptId })) !== null
    },
    async claimNarrations(before, now, limit) {
      const seen = await narrations
        .find({ narratedAt: { $lt: before } })
        .sort({ narratedAt: 1 })
        .limit(limit)
        .toArray()
      const claimed: string[] = []
      for (const { _id, narratedAt } of seen) {
        const { matchedCount } = await narrations.updateOne(
          { _id, narratedAt },
          { $set: { narratedAt: now } },
        )
        if (matchedCount === 1) claimed.push(_id)
      }
      return claimed
    },
    async check() {
      await db.command({ ping: 1 })
    },
    close: () => client.close(),
  }
  return withOutages(index, mongoOutages)
}

/** Ids of scripts hold no dot. */
const textKey = (scriptId: string, textHash: string) => `${scriptId}.${textHash}`

const toClip = ({ _id, version: _version, ...rest }: ClipDocument): StoredClip => ({ path: _id, ...rest })
