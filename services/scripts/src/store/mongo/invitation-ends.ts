import { isDuplicateKey } from '@andscene/service-kit/stores/mongo'
import type { Db } from 'mongodb'
import type { InvitationEnd } from '../share-store.ts'
import { shareCollections } from './share-documents.ts'

/** What is kept of invitations that are gone. */
export function invitationEnds(db: Db) {
  const { invitationEnds: ends } = shareCollections(db)
  return {
    /** `declined`: whose script it was, and the SHA-256 of the address. */
    async add(
      keyHash: string,
      reason: InvitationEnd,
      endedAt: Date,
      declined?: { ownerId: string; addressHash: string },
    ): Promise<void> {
      try {
        await ends.insertOne({ _id: keyHash, reason, endedAt, ...declined })
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
    },
    async forgetOwner(ownerId: string): Promise<void> {
      await ends.deleteMany({ ownerId })
    },
  }
}
