import { addressOf, mailboxOf } from '@andscene/contracts/text/address'
import { DECLINES_LIMIT } from '@andscene/contracts/limits'
import { insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { hash } from 'node:crypto'
import type { Collaborator, InvitationKeyStore } from '../share-store.ts'
import { openAccountCheck, type turns } from './around-writes.ts'
import type { ScriptDocument } from './script-documents.ts'
import { removals } from './removals.ts'
import { found, fromDocument, shareCollections } from './share-documents.ts'
import { eventPeople } from './share-events.ts'

const UNBOUND = { uid: { $exists: false } } as const

/** `inTurn` is of scripts. */
export function invitationKeyStore(db: DocumentDb, inTurn: ReturnType<typeof turns>): InvitationKeyStore {
  const { collaborators, invitationEnds } = shareCollections(db)
  const scripts = db.collection<ScriptDocument>('scripts')
  const requireOpen = openAccountCheck(db)
  const people = eventPeople(db)
  const removed = removals(db)
  const ownerOf = async (scriptId: string) =>
    (await scripts.findOne({ _id: scriptId }, { projection: { ownerId: 1 } }))?.ownerId

  return {
    async setKey(id, keyHash, expiresAt, to) {
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
    findByKey: async (keyHash) => found(await collaborators.findOne({ keyHash })),
    async bindByKey(keyHash, uid, now) {
      const open = { keyHash, ...UNBOUND, expiresAt: { $gt: now } }
      const invitation = await collaborators.findOne(open)
      if (!invitation) return undefined
      const { _id, scriptId } = invitation
      await requireOpen(uid)
      const bound = await inTurn(scriptId, async () => {
        const ownerId = await ownerOf(scriptId)
        if (ownerId === undefined || ownerId === uid) return false
        if (await collaborators.findOne({ scriptId, uid }, { projection: { _id: 1 } })) return false
        // First: once the invitation is bound, nothing would forget it.
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
    async decline(keyHash, now) {
      const invitation = await collaborators.findOne({ keyHash, ...UNBOUND })
      if (!invitation) return undefined
      const ownerId = await ownerOf(invitation.scriptId)
      // First: should the process die in between, it is declined again.
      if (ownerId !== undefined)
        await insertOnce(invitationEnds, {
          _id: keyHash,
          reason: 'declined',
          endedAt: now,
          ownerId,
          addressHash: mailboxHash(invitation.email),
        })
      // In turn with accepting it.
      const remove = () => collaborators.deleteOne({ keyHash, ...UNBOUND })
      const { deletedCount } = await inTurn(invitation.scriptId, remove)
      if (deletedCount === 1) return fromDocument<Collaborator>(invitation)
      // It was accepted meanwhile, not declined.
      if (await collaborators.findOne({ keyHash }, { projection: { _id: 1 } }))
        await invitationEnds.deleteOne({ _id: keyHash })
      return undefined
    },
    async endOf(keyHash) {
      return (await invitationEnds.findOne({ _id: keyHash }))?.reason
    },
    async mayMail(ownerId, email, since) {
      if (await invitationEnds.findOne({ ownerId, addressHash: { $in: mailboxHashes(email) } })) return false
      const ended = { ownerId, endedAt: { $gte: since } }
      const declined = await invitationEnds.find(ended, { projection: { addressHash: 1 } }).toArray()
      return new Set(declined.map(({ addressHash }) => addressHash)).size < DECLINES_LIMIT.count
    },
    async forgetWithdrawn(before) {
      await invitationEnds.deleteMany({ reason: 'withdrawn', endedAt: { $lt: before } })
    },
  }
}

/** Stored for those who declined, instead of their address. */
const mailboxHash = (email: string): string => hash('sha256', mailboxOf(email))

/** The hashes that may be stored: an older release stored that of the whole address. */
const mailboxHashes = (email: string): [string, string] => [
  mailboxHash(email),
  hash('sha256', addressOf(email)),
]
