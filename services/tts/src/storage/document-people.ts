import { retryOnDuplicateKey, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { uidHash, type ClosedAccounts, type DefaultVoices } from './audio-index.ts'

type ClosedDocument = { _id: string; closedAt: number }
type DefaultVoiceDocument = { _id: string; voiceId: string }

/**
 * There are no transactions: each write for an account checks afterwards whether the account is closed, and is undone.
 */
export function documentPeople(db: DocumentDb): ClosedAccounts & DefaultVoices {
  const closed = db.collection<ClosedDocument>('tts_closed_people')
  const defaultVoices = db.collection<DefaultVoiceDocument>('tts_default_voices')
  const isClosed = async (uid: string) => (await closed.findOne({ _id: uidHash(uid) })) !== null
  return {
    isClosed,
    async closePerson(uid, closedAt) {
      const mark = { $max: { closedAt } }
      await retryOnDuplicateKey(() => closed.updateOne({ _id: uidHash(uid) }, mark, { upsert: true }))
      await db.collection('tts_usage').deleteMany({ ownerId: uid })
      await defaultVoices.deleteOne({ _id: uid })
    },
    async removePreviews(folder) {
      // Ids are paths. Those below the folder start with its name and `/`, and `0` is the character after `/`.
      const below = { _id: { $gte: folder, $lt: `${folder.slice(0, -1)}0` } }
      for (const name of ['tts_clips', 'tts_previews'])
        await db.collection<{ _id: string }>(name).deleteMany(below)
    },
    async forgetClosed(before) {
      await closed.deleteMany({ closedAt: { $lt: before } })
    },
    defaultVoice: async (uid) => (await defaultVoices.findOne({ _id: uid }))?.voiceId,
    async setDefaultVoice(uid, voiceId) {
      if (voiceId !== null)
        await retryOnDuplicateKey(() => defaultVoices.replaceOne({ _id: uid }, { voiceId }, { upsert: true }))
      if (voiceId === null || (await isClosed(uid))) await defaultVoices.deleteOne({ _id: uid })
    },
  }
}
