import { DECLINES_LIMIT } from '@andscene/contracts/limits'
import type { Db } from 'mongodb'
import { hash } from 'node:crypto'
import { accountClosed } from '../account-store.ts'
import type { Collaborator, InvitationKeyStore } from '../share-store.ts'
import { mongoAccounts, openAccountCheck } from './accounts.ts'
import type { ScriptDocument } from './documents.ts'
import { invitationEnds } from './invitation-ends.ts'
import type { turns } from './in-turn.ts'
import { removals } from './removals.ts'
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
    async setKey(id, keyHash, expiresAt) {
      const found = await collaborators.findOne({ _id: id }, { projection: { scriptId: 1 } })
      if (!found) return false
      const set = () => collaborators.updateOne({ _id: id, ...UNBOUND }, { $set: { keyHash, expiresAt } })
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
      // It may have been closed meanwhile, and what was bound to it removed before this came.
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
        await ends.add(keyHash, 'declined', now, { ownerId, addressHash: hash('sha256', found.email) })
      const { deletedCount } = await collaborators.deleteOne({ keyHash, ...UNBOUND })
      return deletedCount === 1 ? read(found) : undefined
    },
    async endOf(keyHash) {
      return (await documents.findOne({ _id: keyHash }))?.reason
    },
    async mayMail(ownerId, email, since) {
      if (await documents.findOne({ ownerId, addressHash: hash('sha256', email) })) return false
      return (await documents.countDocuments({ ownerId, endedAt: { $gte: since } })) < DECLINES_LIMIT.count
    },
    async forgetWithdrawn(before) {
      await documents.deleteMany({ reason: 'withdrawn', endedAt: { $lt: before } })
    },
  }
}

const read = (document: CollaboratorDocument): Collaborator => fromDocument<Collaborator>(document)
