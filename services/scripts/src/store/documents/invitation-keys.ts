import { addressOf, mailboxOf } from '@andscene/contracts/text/address'
import { DECLINES_LIMIT } from '@andscene/contracts/limits'
import { insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { hash } from 'node:crypto'
import type { Collaborator, InvitationEnd } from '../share-store.ts'
import { openAccountCheck, type turns } from './around-writes.ts'
import type { ScriptDocument } from './script-documents.ts'
import { removals } from './removals.ts'
import { found, fromDocument, shareCollections } from './share-documents.ts'
import { eventPeople } from './share-events.ts'

const UNBOUND = { uid: { $exists: false } } as const

/** The keys of invitations (decision 0067). `inTurn` is shared with the other stores of scripts. */
export function invitationKeyStore(db: DocumentDb, inTurn: ReturnType<typeof turns>) {
  const { collaborators, invitationEnds } = shareCollections(db)
  const scripts = db.collection<ScriptDocument>('scripts')
  const requireOpen = openAccountCheck(db)
  const people = eventPeople(db)
  const removed = removals(db)
  const ownerOf = async (scriptId: string) =>
    (await scripts.findOne({ _id: scriptId }, { projection: { ownerId: 1 } }))?.ownerId

  return {
    /**
     * Replaces the key and expiry of an invitation; false when it does not exist or is bound. A key for a link cancels
     * a pending mail, which would replace the key; a key for a mail is set only while that mail is pending.
     */
    async setKey(id: string, keyHash: string, expiresAt: Date, to: 'mail' | 'link'): Promise<boolean> {
      const known = await collaborators.findOne({ _id: id }, { projection: { scriptId: 1 } })
      if (!known) return false
      const set = async () => {
        const waits = { _id: id, ...UNBOUND, mail: 'pending' } as const
        const $set = { keyHash, expiresAt }
        if (to === 'mail') return collaborators.updateOne(waits, { $set })
        await collaborators.updateOne(waits, { $set: { mail: 'none' } })
        return collaborators.updateOne({ _id: id, ...UNBOUND }, { $set })
      }
      return (await inTurn(known.scriptId, set)).matchedCount === 1
    },
    findByKey: async (keyHash: string) => found<Collaborator>(await collaborators.findOne({ keyHash })),
    /**
     * Binds the invitation with the key. Undefined when it does not exist, has expired or is bound, for the account's
     * own script, and for a second invitation to a script. Throws UNAUTHENTICATED when the account is closed.
     */
    async bindByKey(keyHash: string, uid: string, now: Date): Promise<Collaborator | undefined> {
      const open = { keyHash, ...UNBOUND, expiresAt: { $gt: now } }
      const invitation = await collaborators.findOne(open)
      if (!invitation) return undefined
      const { _id, scriptId } = invitation
      await requireOpen(uid)
      const bound = await inTurn(scriptId, async () => {
        const ownerId = await ownerOf(scriptId)
        if (ownerId === undefined || ownerId === uid) return false
        if (await collaborators.findOne({ scriptId, uid }, { projection: { _id: 1 } })) return false
        // First: if the process dies after binding, nothing would remove it.
        await removed.forget(scriptId, uid)
        const set = { $set: { uid, joinedAt: now } }
        return (await collaborators.updateOne({ _id, ...open }, set)).modifiedCount === 1
      })
      if (!bound) return undefined
      await people.bind({ scriptId, subjectId: _id }, uid)
      await requireOpen(uid, async () => {
        await collaborators.deleteOne({ _id, uid })
        await people.forget(uid)
      })
      return fromDocument<Collaborator>({ ...invitation, uid, joinedAt: now })
    },
    /** Removes the invitation with the key, unless it is bound, records the decline, and returns the invitation. */
    async decline(keyHash: string, now: Date): Promise<Collaborator | undefined> {
      const invitation = await collaborators.findOne({ keyHash, ...UNBOUND })
      if (!invitation) return undefined
      const ownerId = await ownerOf(invitation.scriptId)
      // First: if the process dies before the removal, the user can decline again.
      if (ownerId !== undefined)
        await insertOnce(invitationEnds, {
          _id: keyHash,
          reason: 'declined',
          endedAt: now,
          ownerId,
          addressHash: mailboxHash(invitation.email),
        })
      // In sequence with accepting it.
      const remove = () => collaborators.deleteOne({ keyHash, ...UNBOUND })
      const { deletedCount } = await inTurn(invitation.scriptId, remove)
      if (deletedCount === 1) return fromDocument<Collaborator>(invitation)
      // It was accepted meanwhile.
      if (await collaborators.findOne({ keyHash }, { projection: { _id: 1 } }))
        await invitationEnds.deleteOne({ _id: keyHash })
      return undefined
    },
    async endOf(keyHash: string): Promise<InvitationEnd | undefined> {
      return (await invitationEnds.findOne({ _id: keyHash }))?.reason
    },
    /**
     * False when the user of this address has declined an invitation of this owner, or DECLINES_LIMIT users have since.
     */
    async mayMail(ownerId: string, email: string, since: Date): Promise<boolean> {
      if (await invitationEnds.findOne({ ownerId, addressHash: { $in: mailboxHashes(email) } })) return false
      const ended = { ownerId, endedAt: { $gte: since } }
      const declined = await invitationEnds.find(ended, { projection: { addressHash: 1 } }).toArray()
      return new Set(declined.map(({ addressHash }) => addressHash)).size < DECLINES_LIMIT.count
    },
    /** Removes records of withdrawn invitations that ended before this moment. */
    async forgetWithdrawn(before: Date): Promise<void> {
      await invitationEnds.deleteMany({ reason: 'withdrawn', endedAt: { $lt: before } })
    },
  }
}

/** Stored instead of the address of a user who declined. */
const mailboxHash = (email: string): string => hash('sha256', mailboxOf(email))

/** The hashes that may be stored: an older release hashed the whole address. */
const mailboxHashes = (email: string): [string, string] => [
  mailboxHash(email),
  hash('sha256', addressOf(email)),
]
