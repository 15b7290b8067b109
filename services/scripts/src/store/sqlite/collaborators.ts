import { COLLABORATORS_LIMIT, LINK_COLLABORATORS_LIMIT } from '@andscene/contracts/limits'
import { inTransaction } from '@andscene/service-kit/stores/sqlite'
import type { DatabaseSync } from 'node:sqlite'
import type { Collaborator, CollaboratorStore, SharedScript } from '../share-store.ts'
import { COLLABORATORS, INVITATION_ENDS } from '../tables.ts'
import type { RecordOf } from '@andscene/service-kit/stores/table'
import { uidHash } from '../account-store.ts'
import { openAccountCheck } from './accounts.ts'
import { LISTED, toListed, type ListRow } from './progress.ts'
import { eventPeople } from './share-events.ts'

export function sqliteCollaborators(db: DatabaseSync): CollaboratorStore {
  const sql = {
    invite: db.prepare(
      `INSERT INTO ${COLLABORATORS.into} SELECT ${COLLABORATORS.parameters} FROM scripts
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
    forgetEndsOf: db.prepare('DELETE FROM invitation_ends WHERE owner_id = ?'),
  }
  const requireOpen = openAccountCheck(db)
  const people = eventPeople(db)
  const addEnd = invitationEnds(db)
  const removed = removals(db)

  return {
    invite: async (collaborator) =>
      inTransaction(db, () => {
        const { scriptId, email, invitedAt } = collaborator
        sql.dropExpired.run(scriptId, email, invitedAt.getTime())
        return maybe(sql.invite.get(valuesOf(collaborator)))
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
    collaborators: async (scriptId) => sql.ofScript.all(scriptId).map(toCollaborator),
    findCollaborator: async (scriptId, id) => maybe(sql.find.get(scriptId, id)),
    changeRole: async (scriptId, id, role) => sql.changeRole.run(role, scriptId, id).changes === 1,
    nameCollaborator: async (scriptId, id, name) => {
      sql.name.run(name, scriptId, id)
    },
    removeCollaborator: async (scriptId, id, now) =>
      inTransaction(db, () => {
        const row = sql.remove.get(scriptId, id) as { keyHash: string | null; uid: string | null } | undefined
        if (row?.keyHash) addEnd({ keyHash: row.keyHash, reason: 'withdrawn', endedAt: now })
        if (row?.uid) removed.add(scriptId, row.uid)
        return row !== undefined
      }),
    collaboratorOf: async (scriptId, uid) => maybe(sql.ofPerson.get(scriptId, uid)),
    bind: async (email, uid, now) => {
      // Called far more often than there is anything to bind, so it takes no lock for that.
      if (!sql.unbound.get({ email, uid })) return []
      return inTransaction(db, () => {
        requireOpen(uid)
        return sql.unbound.all({ email, uid }).map(({ id }) => {
          people.bind(id as string, uid)
          const bound = toCollaborator(sql.bind.get(uid, now.getTime(), id!)!)
          removed.forget(bound.scriptId, uid)
          return bound
        })
      })
    },
    unmailed: async (limit, after) =>
      sql.unmailed.all(after?.invitedAt.getTime() ?? 0, after?.id ?? '', limit).map(toCollaborator),
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
        sql.forgetEndsOf.run(uid)
        removed.forgetAll(uid)
        people.forget(uid)
      }),
  }
}

const valuesOf = (collaborator: Collaborator) => ({
  ...COLLABORATORS.toParameters(collaborator),
  limit: COLLABORATORS_LIMIT,
})

const COLUMNS = COLLABORATORS.columns()
export const toCollaborator = (row: object): Collaborator => COLLABORATORS.fromRow(row)
const maybe = (row: object | undefined) => row && toCollaborator(row)

type SharedRow = ListRow & Pick<SharedScript, 'role' | 'sharedBy'> & { sharedAt: number }

/** Records how an invitation ended. Runs in the caller's transaction. */
export function invitationEnds(db: DatabaseSync): (end: RecordOf<typeof INVITATION_ENDS>) => void {
  const add = db.prepare(
    `INSERT INTO ${INVITATION_ENDS.into} VALUES (${INVITATION_ENDS.parameters}) ON CONFLICT (key_hash) DO NOTHING`,
  )
  return (end) => void add.run(INVITATION_ENDS.toParameters(end))
}

/** Accounts that owners have removed from their scripts. Runs in the caller's transaction. */
export function removals(db: DatabaseSync) {
  const add = db.prepare(
    'INSERT INTO removed_collaborators (script_id, uid_hash) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const find = db.prepare('SELECT 1 FROM removed_collaborators WHERE script_id = ? AND uid_hash = ?')
  const forget = db.prepare('DELETE FROM removed_collaborators WHERE script_id = ? AND uid_hash = ?')
  const forgetAll = db.prepare('DELETE FROM removed_collaborators WHERE uid_hash = ?')
  return {
    add: (scriptId: string, uid: string): void => {
      add.run(scriptId, uidHash(uid))
    },
    has: (scriptId: string, uid: string): boolean => find.get(scriptId, uidHash(uid)) !== undefined,
    /** They have a part in the script again. */
    forget: (scriptId: string, uid: string): void => {
      forget.run(scriptId, uidHash(uid))
    },
    forgetAll: (uid: string): void => {
      forgetAll.run(uidHash(uid))
    },
  }
}
