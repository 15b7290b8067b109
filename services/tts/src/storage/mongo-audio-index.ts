import { MongoClient } from 'mongodb'
import type { AudioIndex, StoredClip } from './audio-index.ts'
import { mongoLedgers } from './mongo-ledgers.ts'

/**
 * Ids are our own strings, and every operation is on single documents, so that every compatible server serves (DESIGN
 * §4). Some of those write a document back as a whole after reading it: what different callers change at the same time
 * therefore stands in documents of its own.
 */
type ClipDocument = Omit<StoredClip, 'path'> & { _id: string }
type EpochDocument = { _id: string; epoch: number }
type ErasedDocument = { _id: string }
type NarrationDocument = { _id: string; narratedAt: number }
type DefaultVoiceDocument = { _id: string; voiceId: string }

const CONNECT_MS = 5_000

/** The index on a MongoDB-compatible server, in the database of the URI's path. */
export async function openMongoAudioIndex(uri: string): Promise<AudioIndex> {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: CONNECT_MS,
    connectTimeoutMS: CONNECT_MS,
    socketTimeoutMS: 30_000,
    writeConcern: { w: 'majority' },
  })
  const db = client.db()
  const clips = db.collection<ClipDocument>('tts_clips')
  const epochs = db.collection<EpochDocument>('tts_epochs')
  const erasures = db.collection<ErasedDocument>('tts_erased')
  const narrations = db.collection<NarrationDocument>('tts_narrations')
  const defaultVoices = db.collection<DefaultVoiceDocument>('tts_default_voices')
  await clips.createIndex({ scriptId: 1 })
  await narrations.createIndex({ narratedAt: 1 })
  const ledgers = await mongoLedgers(db)

  return {
    ...ledgers,
    async find(path) {
      const found = await clips.findOne({ _id: path })
      return found ? toClip(found) : undefined
    },
    ofScript: async (scriptId) => (await clips.find({ scriptId }).toArray()).map(toClip),
    async put({ path, ...rest }, usedBy) {
      // First, so that no clip is there that was not counted.
      if (usedBy) await ledgers.addUsage(usedBy, rest.durationMs)
      await clips.replaceOne({ _id: path }, rest, { upsert: true })
    },
    async remove(paths) {
      if (paths.length > 0) await clips.deleteMany({ _id: { $in: [...paths] } })
    },
    async removeScript(scriptId) {
      await clips.deleteMany({ scriptId })
    },
    async stateOf(scriptId) {
      const [found, erased] = await Promise.all([
        epochs.findOne({ _id: scriptId }),
        erasures.findOne({ _id: scriptId }),
      ])
      return { epoch: found?.epoch ?? 0, erased: erased !== null }
    },
    async raiseEpoch(scriptId, { erased }) {
      if (erased) await erasures.updateOne({ _id: scriptId }, { $set: {} }, { upsert: true })
      await epochs.updateOne({ _id: scriptId }, { $inc: { epoch: 1 } }, { upsert: true })
      await narrations.deleteOne({ _id: scriptId })
    },
    async openNarration(scriptId, narratedAt) {
      if (await erasures.findOne({ _id: scriptId })) return
      await narrations.updateOne({ _id: scriptId }, { $set: { narratedAt } }, { upsert: true })
    },
    async closeNarration(scriptId) {
      await narrations.deleteOne({ _id: scriptId })
    },
    async claimNarrations(before, now, limit) {
      const seen = await narrations
        .find({ narratedAt: { $lt: before } })
        .sort({ narratedAt: 1 })
        .limit(limit)
        .toArray()
      const claimed: string[] = []
      for (const { _id, narratedAt } of seen) {
        // Only who still finds it as it was seen has it.
        const { matchedCount } = await narrations.updateOne(
          { _id, narratedAt },
          { $set: { narratedAt: now } },
        )
        if (matchedCount === 1) claimed.push(_id)
      }
      return claimed
    },
    async defaultVoice(uid) {
      return (await defaultVoices.findOne({ _id: uid }))?.voiceId
    },
    async setDefaultVoice(uid, voiceId) {
      await defaultVoices.replaceOne({ _id: uid }, { voiceId }, { upsert: true })
    },
    async check() {
      await db.command({ ping: 1 })
    },
    close: () => client.close(),
  }
}

const toClip = ({ _id, ...rest }: ClipDocument): StoredClip => ({ path: _id, ...rest })
