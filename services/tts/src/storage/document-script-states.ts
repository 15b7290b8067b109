import { retryOnDuplicateKey, type DocumentDb } from '@andscene/service-kit/stores/documents'
import type { Narrations, ScriptStates } from './audio-index.ts'

type EpochDocument = { _id: string; epoch: number }
type TextEpochDocument = { _id: string; scriptId: string; epoch: number }
/** `erasedAt` (ms) is missing in documents of older releases. */
type ErasedDocument = { _id: string; erasedAt?: number }
type NarrationDocument = { _id: string; narratedAt: number }

export function documentScriptStates(db: DocumentDb): ScriptStates & Narrations {
  const epochs = db.collection<EpochDocument>('tts_epochs')
  const textEpochs = db.collection<TextEpochDocument>('tts_text_epochs')
  const erasures = db.collection<ErasedDocument>('tts_erased')
  const narrations = db.collection<NarrationDocument>('tts_narrations')
  return {
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
        await retryOnDuplicateKey(() => erasures.updateOne({ _id: scriptId }, mark, { upsert: true }))
      }
      await retryOnDuplicateKey(() =>
        epochs.updateOne({ _id: scriptId }, { $inc: { epoch: 1 } }, { upsert: true }),
      )
      await narrations.deleteOne({ _id: scriptId })
      // The script's own epoch has already changed, so deleting these does not let jobs store old clips.
      await textEpochs.deleteMany({ scriptId })
    },
    async forgetErased(before, now) {
      await erasures.updateMany({ erasedAt: { $exists: false } }, { $set: { erasedAt: now } })
      const clips = db.collection('tts_clips')
      for (const { _id } of await erasures.find({ erasedAt: { $lt: before } }).toArray()) {
        if (await clips.findOne({ scriptId: _id }, { projection: { _id: 1 } })) continue
        await textEpochs.deleteMany({ scriptId: _id })
        for (const name of ['tts_epochs', 'tts_versions', 'tts_narrations'])
          await db.collection<{ _id: string }>(name).deleteOne({ _id })
        // Last, because the other documents are found by it.
        await erasures.deleteOne({ _id, erasedAt: { $lt: before } })
      }
    },
    raiseTextEpoch: (scriptId, textHash) =>
      retryOnDuplicateKey(() =>
        textEpochs.updateOne(
          { _id: textKey(scriptId, textHash) },
          { $inc: { epoch: 1 }, $set: { scriptId } },
          { upsert: true },
        ),
      ),
    async openNarration(scriptId, narratedAt) {
      if (await erasures.findOne({ _id: scriptId })) return
      await narrations.updateOne({ _id: scriptId }, { $set: { narratedAt } }, { upsert: true })
    },
    async closeNarration(scriptId, openedAt) {
      await narrations.deleteOne({ _id: scriptId, narratedAt: openedAt })
    },
    isUnderWay: async (scriptId) => (await narrations.findOne({ _id: scriptId })) !== null,
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
  }
}

/** Script ids contain no dot. */
const textKey = (scriptId: string, textHash: string) => `${scriptId}.${textHash}`
