import type { DatabaseSync } from 'node:sqlite'
import type { InvitationEnd } from '../share-store.ts'

/** Stored data of invitations that were removed. Runs in the caller's transaction. */
export function invitationEnds(db: DatabaseSync) {
  const add = db.prepare(
    `INSERT INTO invitation_ends (key_hash, reason, ended_at, owner_id, address_hash) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (key_hash) DO NOTHING`,
  )
  const forgetOwner = db.prepare('DELETE FROM invitation_ends WHERE owner_id = ?')
  return {
    /** `declined`: whose script it was, and the SHA-256 of the address. */
    add: (
      keyHash: string,
      reason: InvitationEnd,
      at: Date,
      declined?: { ownerId: string; addressHash: string },
    ): void => {
      add.run(keyHash, reason, at.getTime(), declined?.ownerId ?? null, declined?.addressHash ?? null)
    },
    forgetOwner: (uid: string): void => {
      forgetOwner.run(uid)
    },
  }
}
