import { insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { shareCollections } from './share-documents.ts'
import { uidHash } from './accounts.ts'

/** Records which accounts owners have removed from their scripts. */
export function removals(db: DocumentDb) {
  const { removals: documents } = shareCollections(db)
  return {
    async add(scriptId: string, uid: string): Promise<void> {
      await insertOnce(documents, { _id: idOf(scriptId, uid), scriptId, uidHash: uidHash(uid) })
    },
    has: async (scriptId: string, uid: string): Promise<boolean> =>
      (await documents.findOne({ _id: idOf(scriptId, uid) })) !== null,
    /** Called when the account has access again. */
    async forget(scriptId: string, uid: string): Promise<void> {
      await documents.deleteOne({ _id: idOf(scriptId, uid) })
    },
    async forgetAll(uid: string): Promise<void> {
      await documents.deleteMany({ uidHash: uidHash(uid) })
    },
  }
}

const idOf = (scriptId: string, uid: string) => `${scriptId} ${uidHash(uid)}`
