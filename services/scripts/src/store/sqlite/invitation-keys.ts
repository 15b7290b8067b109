import { DECLINES_LIMIT } from '@andscene/contracts/limits'
import { inTransaction } from '@andscene/service-kit/stores/sqlite'
import type { DatabaseSync } from 'node:sqlite'
import { mailboxHash, mailboxHashes } from '../mailbox-hash.ts'
import type { InvitationEnd, InvitationKeyStore } from '../share-store.ts'
import { COLLABORATORS } from '../tables.ts'
import { openAccountCheck } from './accounts.ts'
import { invitationEnds, removals, toCollaborator } from './collaborators.ts'
import { eventPeople } from './share-events.ts'

const COLUMNS = COLLABORATORS.columns()

export function sqliteInvitationKeys(db: DatabaseSync): InvitationKeyStore {
  const sql = {
    setKey: db.prepare(
      `UPDATE collaborators SET key_hash = :keyHash, expires_at = :expiresAt,
         mail = CASE WHEN :to = 'link' AND mail = 'pending' THEN 'none' ELSE mail END
       WHERE id = :id AND uid IS NULL AND (:to = 'link' OR mail = 'pending')`,
    ),
    find: db.prepare(`SELECT ${COLUMNS} FROM collaborators WHERE key_hash = ?`),
    bind: db.prepare(
      `UPDATE collaborators AS invitation SET uid = :uid, joined_at = :now
       WHERE key_hash = :keyHash AND uid IS NULL AND expires_at > :now
         AND NOT EXISTS (SELECT 1 FROM scripts WHERE id = script_id AND owner_id = :uid)
         AND NOT EXISTS (SELECT 1 FROM collaborators WHERE script_id = invitation.script_id AND uid = :uid)
       RETURNING ${COLUMNS}`,
    ),
    remove: db.prepare(
      `DELETE FROM collaborators WHERE key_hash = ? AND uid IS NULL
       RETURNING ${COLUMNS}, (SELECT owner_id FROM scripts WHERE scripts.id = script_id) AS ownerId`,
    ),
    endOf: db.prepare('SELECT reason FROM invitation_ends WHERE key_hash = ?'),
    hasDeclined: db.prepare('SELECT 1 FROM invitation_ends WHERE owner_id = ? AND address_hash IN (?, ?)'),
    declined: db.prepare(
      'SELECT count(DISTINCT address_hash) AS count FROM invitation_ends WHERE owner_id = ? AND ended_at >= ?',
    ),
    forget: db.prepare(`DELETE FROM invitation_ends WHERE reason = 'withdrawn' AND ended_at < ?`),
  }
  const requireOpen = openAccountCheck(db)
  const people = eventPeople(db)
  const addEnd = invitationEnds(db)
  const removed = removals(db)

  return {
    setKey: async (id, keyHash, expiresAt, to) =>
      sql.setKey.run({ id, keyHash, expiresAt: expiresAt.getTime(), to }).changes === 1,
    findByKey: async (keyHash) => {
      const row = sql.find.get(keyHash)
      return row && toCollaborator(row)
    },
    bindByKey: async (keyHash, uid, now) =>
      inTransaction(db, () => {
        requireOpen(uid)
        const row = sql.bind.get({ keyHash, uid, now: now.getTime() })
        if (!row) return undefined
        const bound = toCollaborator(row)
        people.bind(bound.id, uid)
        removed.forget(bound.scriptId, uid)
        return bound
      }),
    decline: async (keyHash, now) =>
      inTransaction(db, () => {
        const row = sql.remove.get(keyHash)
        if (!row) return undefined
        const { ownerId, ...rest } = row as { ownerId: string }
        const declined = toCollaborator(rest)
        const addressHash = mailboxHash(declined.email)
        addEnd({ keyHash, reason: 'declined', endedAt: now, ownerId, addressHash })
        return declined
      }),
    endOf: async (keyHash) => (sql.endOf.get(keyHash) as { reason: InvitationEnd } | undefined)?.reason,
    mayMail: async (ownerId, email, since) => {
      if (sql.hasDeclined.get(ownerId, ...mailboxHashes(email))) return false
      const { count } = sql.declined.get(ownerId, since.getTime()) as { count: number }
      return count < DECLINES_LIMIT.count
    },
    forgetWithdrawn: async (before) => {
      sql.forget.run(before.getTime())
    },
  }
}
