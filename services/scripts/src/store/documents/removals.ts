import { insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import type { InvitationEnd } from '../share-store.ts'
import { shareCollections, type RemovalDocument } from './share-documents.ts'
import { uidHash } from '../account-store.ts'

/** Accounts that owners have removed from their scripts. */
export function removals(db: DocumentDb) {
  const { removals: documents } = shareCollections(db)
  return {
    async add(scriptId: string, uid: string): Promise<void> {
      await insertOnce(documents, removalDocument(scriptId, uidHash(uid)))
    },
    has: async (scriptId: string, uid: string): Promise<boolean> =>
      (await documents.findOne({ _id: removalDocument(scriptId, uidHash(uid))._id })) !== null,
    /** They have a part in the script again. */
    async forget(scriptId: string, uid: string): Promise<void> {
      await documents.deleteOne({ _id: removalDocument(scriptId, uidHash(uid))._id })
    },
    async forgetAll(uid: string): Promise<void> {
      await documents.deleteMany({ uidHash: uidHash(uid) })
    },
  }
}

export const removalDocument = (scriptId: string, hash: string): RemovalDocument => ({
  _id: `${scriptId} ${hash}`,
  scriptId,
  uidHash: hash,
})

/** Stored data of invitations that were removed. */
export function invitationEnds(db: DocumentDb) {
  const { invitationEnds: ends } = shareCollections(db)
  return {
    /** `declined`: the owner of the script and the SHA-256 of the mailbox. */
    async add(
      keyHash: string,
      reason: InvitationEnd,
      endedAt: Date,
      declined?: { ownerId: string; addressHash: string },
    ): Promise<void> {
      await insertOnce(ends, { _id: keyHash, reason, endedAt, ...declined })
    },
    async forgetOwner(ownerId: string): Promise<void> {
      await ends.deleteMany({ ownerId })
    },
  }
}
