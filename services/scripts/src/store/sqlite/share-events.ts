import { SHARE_EVENTS_KEPT } from '@andscene/contracts/limits'
import { FORMER_COLLABORATOR } from '@andscene/contracts/notes'
import { inTransaction } from '@andscene/service-kit/stores/sqlite'
import type { DatabaseSync } from 'node:sqlite'
import { COMINGS, COMINGS_KEPT, type ShareEventStore } from '../share-store.ts'
import { SHARE_EVENTS } from '../tables.ts'
import { closedReader } from './accounts.ts'

export function sqliteShareEvents(db: DatabaseSync): ShareEventStore {
  const sql = {
    add: db.prepare(
      `INSERT INTO ${SHARE_EVENTS.into} SELECT ${SHARE_EVENTS.parameters} FROM scripts WHERE id = :scriptId`,
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
      `SELECT ${SHARE_EVENTS.columns()} FROM share_events WHERE script_id = ? ORDER BY at DESC, id DESC`,
    ),
  }
  const isClosed = closedReader(db)
  const people = eventPeople(db)
  const boundTo = (id: string) => (sql.boundTo.get(id)?.uid ?? undefined) as string | undefined

  return {
    addEvent: async (event) =>
      inTransaction(db, () => {
        const { scriptId, kind, actorId, subjectId } = event
        const subjectUid = event.subjectUid ?? (subjectId && boundTo(subjectId))
        if (sql.add.run(SHARE_EVENTS.toParameters({ ...event, subjectUid })).changes === 0) return
        for (const uid of [actorId, subjectUid]) if (uid && isClosed(uid)) people.forget(uid)
        if (COMINGS.includes(kind)) sql.keepComings.run(scriptId, COMINGS_KEPT)
        sql.keepLatest.run(scriptId, SHARE_EVENTS_KEPT)
      }),
    events: async (scriptId) => sql.list.all(scriptId).map((row) => SHARE_EVENTS.fromRow(row)),
  }
}

/** The users that events name. Runs in the caller's transaction. */
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
