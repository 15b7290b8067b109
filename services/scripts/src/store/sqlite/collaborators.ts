import { COLLABORATORS_LIMIT, LINK_COLLABORATORS_LIMIT } from '@andscene/contracts/limits'
import { inTransaction } from '@andscene/service-kit/stores/sqlite'
import type { DatabaseSync } from 'node:sqlite'
import type { Collaborator, CollaboratorStore, SharedScript } from '../share-store.ts'
import { openAccountCheck } from './accounts.ts'
import { LISTED, toListed, type ListRow } from './listed.ts'
import { invitationEnds } from './invitation-ends.ts'
import { momentOf } from './moment.ts'
import { removals } from './removals.ts'
import { eventPeople } from './share-events.ts'

export function sqliteCollaborators(db: DatabaseSync): CollaboratorStore {
  const sql = {
    invite: db.prepare(
      `INSERT INTO collaborators (id, script_id, email, role, invited_at, invited_by, uid, joined_at, name, mail,
                                  key_hash, expires_at, link_id)
       SELECT :id, id, :email, :role, :invitedAt, :invitedBy, :uid, :joinedAt, :name, :mail, :keyHash, :expiresAt,
              :linkId
       FROM scripts
       WHERE id = :scriptId AND (
         (SELECT count(*) FROM collaborators WHERE script_id = :scriptId) < :limit OR
         EXISTS (SELECT 1 FROM collaborators WHERE script_id = :scriptId AND email = :email))
       ON CONFLICT (script_id, email) DO UPDATE SET role = excluded.role, link_id = NULL
       RETURNING ${COLUMNS}`,
    ),
    dropExpired: db.prepare(
      'DELETE FROM collaborators WHERE script_id = ? AND email = ? AND uid IS NULL AND expires_at <= ?',
    ),
    ofScript: db.prepare(`SELECT ${COLUMNS} FROM collaborators WHERE script_id = ? ORDER BY invited_at, id`),
    find: db.prepare(`SELECT ${COLUMNS} FROM collaborators WHERE script_id = ? AND id = ?`),
    isInvited: db.prepare('SELECT 1 FROM collaborators WHERE script_id = ? AND email = ?'),
    countByLink: db.prepare(
      'SELECT count(*) AS byLink FROM collaborators WHERE script_id = ? AND link_id IS NOT NULL',
    ),
    name: db.prepare('UPDATE collaborators SET name = ? WHERE script_id = ? AND id = ?'),
    changeRole: db.prepare(
      'UPDATE collaborators SET role = ?, link_id = NULL WHERE script_id = ? AND id = ?',
    ),
    remove: db.prepare(
      'DELETE FROM collaborators WHERE script_id = ? AND id = ? RETURNING key_hash AS keyHash, uid',
    ),
    ofPerson: db.prepare(`SELECT ${COLUMNS} FROM collaborators WHERE script_id = ? AND uid = ?`),
    unbound: db.prepare(
      `SELECT id FROM collaborators AS invitation WHERE email = :email AND uid IS NULL AND expires_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM scripts WHERE id = script_id AND owner_id = :uid)
         AND NOT EXISTS (SELECT 1 FROM collaborators WHERE script_id = invitation.script_id AND uid = :uid)`,
    ),
    bind: db.prepare(`UPDATE collaborators SET uid = ?, joined_at = ? WHERE id = ? RETURNING ${COLUMNS}`),
    unmailed: db.prepare(
      `SELECT ${COLUMNS} FROM collaborators WHERE mail = 'pending' AND (invited_at, id) > (?, ?)
       ORDER BY invited_at, id LIMIT ?`,
    ),
    markMailed: db.prepare("UPDATE collaborators SET mail = ? WHERE id = ? AND mail = 'pending'"),
    sharedWith: db.prepare(
      `SELECT ${LISTED}, role, invited_by AS sharedBy, invited_at AS sharedAt
       FROM collaborators AS invitation JOIN scripts ON scripts.id = invitation.script_id
         LEFT JOIN progress ON progress.script_id = scripts.id AND progress.uid = invitation.uid
       WHERE invitation.uid = ? ORDER BY invited_at DESC, invitation.id DESC LIMIT ?`,
    ),
    leave: db.prepare('DELETE FROM collaborators WHERE uid = ? AND script_id = ?'),
    leaveAll: db.prepare('DELETE FROM collaborators WHERE uid = ?'),
  }
  const requireOpen = openAccountCheck(db)
  const people = eventPeople(db)
  const ends = invitationEnds(db)
  const removed = removals(db)

  return {
    invite: async (collaborator) =>
      inTransaction(db, () => {
        const { scriptId, email, invitedAt } = collaborator
        sql.dropExpired.run(scriptId, email, invitedAt.getTime())
        const row = sql.invite.get(valuesOf(collaborator))
        return row && toCollaborator(row as CollaboratorRow)
      }),
    join: async (collaborator) =>
      inTransaction(db, () => {
        const { scriptId, email, uid, id, invitedAt } = collaborator
        requireOpen(uid)
        if (sql.ofPerson.get(scriptId, uid)) return 'present'
        if (sql.find.get(scriptId, id)) return 'claimed'
        sql.dropExpired.run(scriptId, email, invitedAt.getTime())
        if (sql.isInvited.get(scriptId, email)) return 'no-room'
        if (removed.has(scriptId, uid)) return 'removed'
        const { byLink } = sql.countByLink.get(scriptId) as { byLink: number }
        if (byLink >= LINK_COLLABORATORS_LIMIT) return 'no-room'
        return sql.invite.get(valuesOf(collaborator)) ? 'joined' : 'no-room'
      }),
    collaborators: async (scriptId) => (sql.ofScript.all(scriptId) as CollaboratorRow[]).map(toCollaborator),
    findCollaborator: async (scriptId, id) => {
      const row = sql.find.get(scriptId, id)
      return row && toCollaborator(row as CollaboratorRow)
    },
    changeRole: async (scriptId, id, role) => sql.changeRole.run(role, scriptId, id).changes === 1,
    nameCollaborator: async (scriptId, id, name) => {
      sql.name.run(name, scriptId, id)
    },
    removeCollaborator: async (scriptId, id, now) =>
      inTransaction(db, () => {
        const row = sql.remove.get(scriptId, id) as Pick<CollaboratorRow, 'keyHash' | 'uid'> | undefined
        if (row?.keyHash) ends.add(row.keyHash, 'withdrawn', now)
        if (row?.uid) removed.add(scriptId, row.uid)
        return row !== undefined
      }),
    collaboratorOf: async (scriptId, uid) => {
      const row = sql.ofPerson.get(scriptId, uid)
      return row && toCollaborator(row as CollaboratorRow)
    },
    bind: async (email, uid, now) => {
      // Asked for far more often than there is anything to bind: nothing is locked for that.
      if (!sql.unbound.get({ email, uid })) return []
      return inTransaction(db, () => {
        requireOpen(uid)
        return sql.unbound.all({ email, uid }).map(({ id }) => {
          people.bind(id as string, uid)
          const bound = toCollaborator(sql.bind.get(uid, now.getTime(), id!) as CollaboratorRow)
          removed.forget(bound.scriptId, uid)
          return bound
        })
      })
    },
    unmailed: async (limit, after) => {
      const rows = sql.unmailed.all(after?.invitedAt.getTime() ?? 0, after?.id ?? '', limit)
      return (rows as CollaboratorRow[]).map(toCollaborator)
    },
    markMailed: async (id, mail) => {
      sql.markMailed.run(mail, id)
    },
    sharedWith: async (uid, limit) =>
      (sql.sharedWith.all(uid, limit) as SharedRow[]).map(({ role, sharedBy, sharedAt, ...row }) => ({
        ...toListed(row),
        role,
        sharedBy,
        sharedAt: new Date(sharedAt),
      })),
    leave: async (uid, scriptId) =>
      (scriptId === undefined ? sql.leaveAll.run(uid) : sql.leave.run(uid, scriptId)).changes > 0,
    removeOf: async (uid) =>
      inTransaction(db, () => {
        sql.leaveAll.run(uid)
        ends.forgetOwner(uid)
        removed.forgetAll(uid)
        people.forget(uid)
      }),
  }
}

const valuesOf = (collaborator: Collaborator) => ({
  id: collaborator.id,
  scriptId: collaborator.scriptId,
  email: collaborator.email,
  role: collaborator.role,
  invitedAt: collaborator.invitedAt.getTime(),
  invitedBy: collaborator.invitedBy,
  uid: collaborator.uid ?? null,
  joinedAt: collaborator.joinedAt?.getTime() ?? null,
  name: collaborator.name ?? null,
  mail: collaborator.mail,
  keyHash: collaborator.keyHash ?? null,
  expiresAt: collaborator.expiresAt?.getTime() ?? null,
  linkId: collaborator.linkId ?? null,
  limit: COLLABORATORS_LIMIT,
})

export const COLUMNS = `id, script_id AS scriptId, email, role, invited_at AS invitedAt, invited_by AS invitedBy, uid,
  joined_at AS joinedAt, name, mail, key_hash AS keyHash, expires_at AS expiresAt, link_id AS linkId`

export type CollaboratorRow = Omit<
  Collaborator,
  'invitedAt' | 'uid' | 'joinedAt' | 'name' | 'keyHash' | 'expiresAt' | 'linkId'
> & {
  invitedAt: number
  uid: string | null
  name: string | null
  joinedAt: number | null
  keyHash: string | null
  expiresAt: number | null
  linkId: string | null
}
type SharedRow = ListRow & Pick<SharedScript, 'role' | 'sharedBy'> & { sharedAt: number }

export const toCollaborator = ({
  invitedAt,
  uid,
  joinedAt,
  name,
  keyHash,
  expiresAt,
  linkId,
  ...row
}: CollaboratorRow): Collaborator => ({
  ...row,
  invitedAt: new Date(invitedAt),
  uid: uid ?? undefined,
  joinedAt: momentOf(joinedAt),
  name: name ?? undefined,
  keyHash: keyHash ?? undefined,
  expiresAt: momentOf(expiresAt),
  linkId: linkId ?? undefined,
})
