import { SHARE_EVENTS_KEPT } from '@andscene/contracts/limits'
import { FORMER_COLLABORATOR } from '@andscene/contracts/notes'
import { inTransaction } from '@andscene/service-kit/stores/sqlite'
import type { DatabaseSync } from 'node:sqlite'
import { COMINGS, COMINGS_KEPT, type ShareEvent, type ShareEventStore } from '../share-store.ts'
import { closedReader } from './accounts.ts'

export function sqliteShareEvents(db: DatabaseSync): ShareEventStore {
  const sql = {
    add: db.prepare(
      `INSERT INTO share_events (script_id, at, kind, actor, actor_id, subject, subject_id, subject_uid, role)
       SELECT id, :at, :kind, :actor, :actorId, :subject, :subjectId, :subjectUid, :role FROM scripts
       WHERE id = :scriptId`,
    ),
    boundTo: db.prepare('SELECT uid FROM collaborators WHERE id = ?'),
    keepComings: db.prepare(
      `DELETE FROM share_events WHERE id IN
         (SELECT id FROM share_events WHERE script_id = ? AND kind IN ('${COMINGS.join(`', '`)}')
          ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?)`,
    ),
    keepLatest: db.prepare(
      `DELETE FROM share_events WHERE id IN
         (SELECT id FROM share_events WHERE script_id = ? ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?)`,
    ),
    list: db.prepare(
      `SELECT script_id AS scriptId, at, kind, actor, actor_id AS actorId, subject, subject_id AS subjectId,
              subject_uid AS subjectUid, role
       FROM share_events WHERE script_id = ? ORDER BY at DESC, id DESC`,
    ),
  }
  const isClosed = closedReader(db)
  const people = eventPeople(db)
  const boundTo = (id: string | null) =>
    id === null ? undefined : (sql.boundTo.get(id)?.uid as string | null)

  return {
    addEvent: async (event) =>
      inTransaction(db, () => {
        const { scriptId, at, kind, actor, actorId = null, subject, subjectId = null, role = null } = event
        const subjectUid = event.subjectUid ?? boundTo(subjectId) ?? null
        const row = { scriptId, at: at.getTime(), kind, actor, actorId, subject, subjectId, subjectUid, role }
        if (sql.add.run(row).changes === 0) return
        for (const uid of [actorId, subjectUid]) if (uid !== null && isClosed(uid)) people.forget(uid)
        if (COMINGS.includes(kind)) sql.keepComings.run(scriptId, COMINGS_KEPT)
        sql.keepLatest.run(scriptId, SHARE_EVENTS_KEPT)
      }),
    events: async (scriptId) => (sql.list.all(scriptId) as EventRow[]).map(toEvent),
  }
}

/** What events say of people. Within the transaction of whoever calls. */
export function eventPeople(db: DatabaseSync) {
  const bind = db.prepare('UPDATE share_events SET subject_uid = ? WHERE subject_id = ?')
  const forgetActor = db.prepare('UPDATE share_events SET actor = ?, actor_id = NULL WHERE actor_id = ?')
  const forgetSubject = db.prepare(
    'UPDATE share_events SET subject = ?, subject_uid = NULL WHERE subject_uid = ?',
  )
  return {
    /** The invitation that they are about is bound to this account. */
    bind: (subjectId: string, uid: string): void => {
      bind.run(uid, subjectId)
    },
    forget: (uid: string): void => {
      forgetActor.run(FORMER_COLLABORATOR, uid)
      forgetSubject.run(FORMER_COLLABORATOR, uid)
    },
  }
}

type Optional = 'actorId' | 'subjectId' | 'subjectUid' | 'role'
type EventRow = Omit<ShareEvent, 'at' | Optional> & { at: number } & {
  [Field in Optional]: NonNullable<ShareEvent[Field]> | null
}

const toEvent = ({ at, actorId, subjectId, subjectUid, role, ...row }: EventRow): ShareEvent => ({
  ...row,
  at: new Date(at),
  actorId: actorId ?? undefined,
  subjectId: subjectId ?? undefined,
  subjectUid: subjectUid ?? undefined,
  role: role ?? undefined,
})
