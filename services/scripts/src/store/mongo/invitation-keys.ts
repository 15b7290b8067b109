import { DECLINES_LIMIT } from '@andscene/contracts/limits'
import type { Db } from 'mongodb'
import { accountClosed } from '../account-store.ts'
import { mailboxHash, mailboxHashes } from '../mailbox-hash.ts'
import type { Collaborator, InvitationKeyStore } from '../share-store.ts'
import { mongoAccounts, openAccountCheck } from './accounts.ts'
import type { ScriptDocument } from './documents.ts'
import { invitationEnds, removals } from './removals.ts'
import type { turns } from './in-turn.ts'
import { fromDocument, shareCollections, type CollaboratorDocument } from './share-documents.ts'
import { eventPeople } from './share-events.ts'

const UNBOUND = { uid: { $exists: false } } as const

/** `inTurn` is of scripts. */
export function mongoInvitationKeys(db: Db, inTurn: ReturnType<typeof turns>): InvitationKeyStore {
  const { collaborators, invitationEnds: documents } = shareCollections(db)
  const scripts = db.collection<ScriptDocument>('scripts')
  const { isClosed } = mongoAccounts(db)
  const requireOpen = openAccountCheck(db)
  const people = eventPeople(db)
  const ends = invitationEnds(db)
  const removed = removals(db)
  const ownerOf = async (scriptId: string) =>
    (await scripts.findOne({ _id: scriptId }, { projection: { ownerId: 1 } }))?.ownerId

  return {
    async setKey(id, keyHash, expiresAt, to) {
      const found = await collaborators.findOne({ _id: id }, { projection: { scriptId: 1 } })
      if (!found) return false
      const set = async () => {
        const waits = { _id: id, ...UNBOUND, mail: 'pending' } as const
        const $set = { keyHash, expiresAt }
        if (to === 'mail') return collaborators.updateOne(waits, { $set })
        await collaborators.updateOne(waits, { $set: { mail: 'none' } })
        return collaborators.updateOne({ _id: id, ...UNBOUND }, { $set })
      }
      return (await inTurn(found.scriptId, set)).matchedCount === 1
    },
    async findByKey(keyHash) {
      const found = await collaborators.findOne({ keyHash })
      return found ? read(found) : undefined
    },
    async bindByKey(keyHash, uid, now) {
      const open = { keyHash, ...UNBOUND, expiresAt: { $gt: now } }
      const found = await collaborators.findOne(open)
      if (!found) return undefined
      const { _id, scriptId } = found
      await requireOpen(uid)
      const bound = await inTurn(scriptId, async () => {
        const ownerId = await ownerOf(scriptId)
        if (ownerId === undefined || ownerId === uid) return false
        if (await collaborators.findOne({ scriptId, uid }, { projection: { _id: 1 } })) return false
        const set = { $set: { uid, joinedAt: now } }
        return (await collaborators.updateOne({ _id, ...open }, set)).modifiedCount === 1
      })
      if (!bound) return undefined
      await people.bind({ scriptId, subjectId: _id }, uid)
      await removed.forget(scriptId, uid)
      // The account may have been closed meanwhile, and its bound data removed before this write.
      if (await isClosed(uid)) {
        await collaborators.deleteOne({ _id, uid })
        await people.forget(uid)
        throw accountClosed()
      }
      return read({ ...found, uid, joinedAt: now })
    },
    async decline(keyHash, now) {
      const found = await collaborators.findOne({ keyHash, ...UNBOUND })
      if (!found) return undefined
      const ownerId = await ownerOf(found.scriptId)
      // First: should the process die in between, it is declined again.
      if (ownerId !== undefined)
        await ends.add(keyHash, 'declined', now, { ownerId, addressHash: mailboxHash(found.email) })
      // In turn with accepting it.
      const remove = () => collaborators.deleteOne({ keyHash, ...UNBOUND })
      const { deletedCount } = await inTurn(found.scriptId, remove)
      if (deletedCount === 1) return read(found)
      // It was accepted meanwhile, not declined.
      if (await collaborators.findOne({ keyHash }, { projection: { _id: 1 } }))
        await documents.deleteOne({ _id: keyHash })
      return undefined
    },
    async endOf(keyHash) {
      return (await documents.findOne({ _id: keyHash }))?.reason
    },
    async mayMail(ownerId, email, since) {
      if (await documents.findOne({ ownerId, addressHash: { $in: mailboxHashes(email) } })) return false
      const addresses = await documents.distinct('addressHash', { ownerId, endedAt: { $gte: since } })
      return addresses.length < DECLINES_LIMIT.count
    },
    async forgetWithdrawn(before) {
      await documents.deleteMany({ reason: 'withdrawn', endedAt: { $lt: before } })
    },
  }
}

const read = (document: CollaboratorDocument): Collaborator => fromDocument<Collaborator>(document)
