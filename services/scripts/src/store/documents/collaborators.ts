import { COLLABORATORS_LIMIT, LINK_COLLABORATORS_LIMIT } from '@andscene/contracts/limits'
import { insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import type { InvitedRole } from '@andscene/contracts/sharing/roles'
import type { Collaborator, JoiningCollaborator, JoinResult, SharedScript } from '../share-store.ts'
import { openAccountCheck, scriptCheck, type turns } from './around-writes.ts'
import { ALIVE, type ScriptDocument } from './script-documents.ts'
import { removals } from './removals.ts'
import { LISTED, listedScripts } from './listed-scripts.ts'
import { expiredInvitation, found, fromDocument, shareCollections, toDocument } from './share-documents.ts'
import { eventPeople } from './share-events.ts'

/** `inTurn` is shared with the other stores of scripts. */
export function collaboratorStore(db: DocumentDb, inTurn: ReturnType<typeof turns>) {
  const { collaborators, invitationEnds } = shareCollections(db)
  const scripts = db.collection<ScriptDocument>('scripts')
  const isThere = scriptCheck(db)
  const requireOpen = openAccountCheck(db)
  const people = eventPeople(db)
  const removed = removals(db)
  const join = joining(db)
  const listed = listedScripts(db)

  const invite = async (collaborator: Collaborator): Promise<Collaborator | undefined> => {
    const { scriptId, email, role, id } = collaborator
    if (!(await isThere(scriptId))) return undefined
    await collaborators.deleteOne(expiredInvitation(collaborator))
    const { matchedCount } = await collaborators.updateOne({ scriptId, email }, withRole(role))
    if (matchedCount === 0) {
      if (!(await insertOnce(collaborators, toDocument<Collaborator>(collaborator))))
        return invite(collaborator)
      // Counted after the insert, like scripts.
      const isOver = (await collaborators.countDocuments({ scriptId })) > COLLABORATORS_LIMIT
      if (isOver || !(await isThere(scriptId))) await collaborators.deleteOne({ _id: id })
    }
    return found(await collaborators.findOne({ scriptId, email }))
  }
  /** Invitations of this address that the account may accept. */
  const unbound = async (email: string, uid: string) => {
    const keyless = { uid: { $exists: false }, expiresAt: { $exists: false } }
    const invited = await collaborators.find({ email, ...keyless }).toArray()
    if (invited.length === 0) return []
    const ids = invited.map(({ scriptId }) => scriptId)
    const [foreign, mine] = await Promise.all([
      scripts
        .find({ _id: { $in: ids }, ownerId: { $exists: true, $ne: uid } }, { projection: { _id: 1 } })
        .toArray(),
      collaborators.find({ uid, scriptId: { $in: ids } }, SCRIPT_ID).toArray(),
    ])
    const open = new Set(foreign.map(({ _id }) => _id))
    for (const { scriptId } of mine) open.delete(scriptId)
    return invited.filter(({ scriptId }) => open.has(scriptId))
  }
  /** For a deleted account: removes its invitations, its name and address in events, and its declines. */
  const removeOf = async (uid: string) => {
    // Also in events of invitations that a killed process bound to the account without updating the events.
    for (const { _id, scriptId } of await collaborators.find({ uid }, SCRIPT_ID).toArray())
      await people.bind({ scriptId, subjectId: _id }, uid)
    await collaborators.deleteMany({ uid })
    await invitationEnds.deleteMany({ ownerId: uid })
    await removed.forgetAll(uid)
    await people.forget(uid)
  }

  return {
    /**
     * Stores an invitation. Undefined when the script was deleted or has COLLABORATORS_LIMIT. For a known address it
     * changes the role, as changeRole does, and returns that invitation; an expired one is replaced.
     */
    invite: (collaborator: Collaborator) => inTurn(collaborator.scriptId, () => invite(collaborator)),
    /**
     * Adds an account that came by a link, unless it is a member already. 'claimed': another account has the id.
     * 'no-room': the script was deleted, has COLLABORATORS_LIMIT, or LINK_COLLABORATORS_LIMIT by links, or has invited
     * the address. 'removed': the owner removed the account since it was last a member. UNAUTHENTICATED when the
     * account is closed.
     */
    join: (collaborator: JoiningCollaborator) =>
      inTurn(collaborator.scriptId, async () => {
        const { uid } = collaborator
        await requireOpen(uid)
        const result = await join(collaborator)
        await requireOpen(uid, () => removeOf(uid))
        return result
      }),
    /** Ordered by invitation time. */
    collaborators: async (scriptId: string): Promise<Collaborator[]> =>
      (await collaborators.find({ scriptId }).sort({ invitedAt: 1, _id: 1 }).toArray()).map(
        fromDocument<Collaborator>,
      ),
    findCollaborator: async (scriptId: string, id: string) =>
      found<Collaborator>(await collaborators.findOne({ _id: id, scriptId })),
    /** After that, a collaborator who joined by a link counts as invited. */
    changeRole: (scriptId: string, id: string, role: InvitedRole) =>
      inTurn(scriptId, async () => {
        const { matchedCount } = await collaborators.updateOne({ _id: id, scriptId }, withRole(role))
        return matchedCount === 1
      }),
    /** Stores the name of the account of an invitation. */
    nameCollaborator: async (scriptId: string, id: string, name: string): Promise<void> => {
      await inTurn(scriptId, () => collaborators.updateOne({ _id: id, scriptId }, { $set: { name } }))
    },
    /**
     * Removes a collaborator. The key is known as withdrawn afterwards, and the account can join again only after an
     * invitation was bound to it.
     */
    removeCollaborator: (scriptId: string, id: string, now: Date) =>
      inTurn(scriptId, async () => {
        const which = { _id: id, scriptId }
        const known = await collaborators.findOne(which, { projection: { keyHash: 1, uid: 1 } })
        if (known?.keyHash)
          await insertOnce(invitationEnds, { _id: known.keyHash, reason: 'withdrawn', endedAt: now })
        if (known?.uid) await removed.add(scriptId, known.uid)
        return (await collaborators.deleteOne(which)).deletedCount === 1
      }),
    /** Returns the account's collaborator entry of this script. */
    collaboratorOf: async (scriptId: string, uid: string) =>
      found<Collaborator>(await collaborators.findOne({ scriptId, uid })),
    /**
     * Binds the unbound invitations without keys of a verified address, and returns them. Each is bound to one of two
     * concurrent accounts. Skips the account's own scripts and a second invitation to a script. Throws UNAUTHENTICATED
     * when there are some, but the account is closed.
     */
    async bind(email: string, uid: string, now: Date): Promise<Collaborator[]> {
      const invited = await unbound(email, uid)
      if (invited.length === 0) return []
      await requireOpen(uid)
      for (const { _id, scriptId } of invited)
        await inTurn(scriptId, async () => {
          // First: if the process dies after binding, nothing would remove it.
          await removed.forget(scriptId, uid)
          await collaborators.updateOne({ _id, uid: { $exists: false } }, { $set: { uid, joinedAt: now } })
        })
      const bound = await collaborators.find({ _id: { $in: invited.map(({ _id }) => _id) }, uid }).toArray()
      for (const { _id, scriptId } of bound) await people.bind({ scriptId, subjectId: _id }, uid)
      await requireOpen(uid, () => removeOf(uid))
      return bound.map(fromDocument<Collaborator>)
    },
    /** Returns invitations whose mail is pending, oldest first, starting behind `after`. */
    async unmailed(limit: number, after?: Pick<Collaborator, 'invitedAt' | 'id'>): Promise<Collaborator[]> {
      for (let from = after ?? { invitedAt: new Date(0), id: '' }; ;) {
        const { invitedAt, id } = from
        const behind = [{ invitedAt: { $gt: invitedAt } }, { invitedAt, _id: { $gt: id } }]
        const pending = await collaborators
          .find({ mail: 'pending', $or: behind })
          .sort({ invitedAt: 1, _id: 1 })
          .limit(limit)
          .toArray()
        const ofScripts = { _id: { $in: pending.map(({ scriptId }) => scriptId) }, ...ALIVE }
        const there = await scripts.find(ofScripts, { projection: { _id: 1 } }).toArray()
        const ids = new Set(there.map(({ _id }) => _id))
        const unmailed = pending.filter(({ scriptId }) => ids.has(scriptId)).map(fromDocument<Collaborator>)
        // A page with only invitations of deleted scripts, which stay until the deletion is acknowledged, must not end
        // the list.
        if (unmailed.length > 0 || pending.length < limit) return unmailed
        from = fromDocument<Collaborator>(pending.at(-1)!)
      }
    },
    /** Does nothing if the mail is not pending any more. */
    async markMailed(id: string, mail: 'sent' | 'none'): Promise<void> {
      const known = await collaborators.findOne({ _id: id }, SCRIPT_ID)
      const mark = () => collaborators.updateOne({ _id: id, mail: 'pending' }, { $set: { mail } })
      if (known) await inTurn(known.scriptId, mark)
    },
    /**
     * Returns scripts that are shared with the account, with its own progress, the latest invitation first. Reads no
     * lines.
     */
    async sharedWith(uid: string, limit: number): Promise<SharedScript[]> {
      const invitations = await collaborators
        .find({ uid })
        .sort({ invitedAt: -1, _id: -1 })
        .limit(limit)
        .toArray()
      const ids = invitations.map(({ scriptId }) => scriptId)
      const wanted = { projection: { ...LISTED, ownerName: 1 } } as const
      const all = await scripts.find({ _id: { $in: ids }, ...ALIVE }, wanted).toArray()
      const owners = new Map(all.map(({ _id, ownerName }) => [_id, ownerName]))
      const shared = all.map(({ ownerName: _name, ...script }) => script)
      const byId = new Map((await listed(shared, uid)).map((script) => [script._id, script]))
      return invitations.flatMap(({ scriptId, role, invitedBy, invitedAt }) => {
        const script = byId.get(scriptId)
        const sharedBy = owners.get(scriptId) ?? invitedBy
        return script ? [{ ...script, role, sharedBy, sharedAt: invitedAt }] : []
      })
    },
    /** Removes the account from one script, or from all. */
    leave: async (uid: string, scriptId?: string) =>
      (await collaborators.deleteMany(scriptId === undefined ? { uid } : { uid, scriptId })).deletedCount > 0,
    removeOf,
  }
}

const SCRIPT_ID = { projection: { scriptId: 1 } } as const

/** The owner's change of a role, which no longer depends on a link. */
const withRole = (role: InvitedRole) => ({ $set: { role }, $unset: { linkId: '' } }) as const

/** As `join` of the store, for an open account. Runs in `inTurn` of the script; another process may intervene. */
function joining(db: DocumentDb): (collaborator: JoiningCollaborator) => Promise<JoinResult> {
  const { collaborators } = shareCollections(db)
  const isThere = scriptCheck(db)
  const removed = removals(db)
  const has = async (filter: object) =>
    (await collaborators.findOne(filter, { projection: { _id: 1 } })) !== null

  return async function join(collaborator) {
    const { scriptId, email, uid, id } = collaborator
    if (await has({ scriptId, uid })) return 'present'
    if (await has({ _id: id })) return 'claimed'
    await collaborators.deleteOne(expiredInvitation(collaborator))
    if (await has({ scriptId, email })) return 'no-room'
    if (await removed.has(scriptId, uid)) return 'removed'
    if (!(await insertOnce(collaborators, toDocument<Collaborator>(collaborator)))) return join(collaborator)
    // Counted after the insert, like scripts.
    const [all, byLink] = await Promise.all(
      [{}, { linkId: { $exists: true } }].map((filter) =>
        collaborators.countDocuments({ scriptId, ...filter }),
      ),
    )
    if (all! <= COLLABORATORS_LIMIT && byLink! <= LINK_COLLABORATORS_LIMIT && (await isThere(scriptId)))
      return 'joined'
    await collaborators.deleteOne({ _id: id })
    return 'no-room'
  }
}
