import { inTransaction } from '@andscene/service-kit/stores/sqlite'
import type { DatabaseSync } from 'node:sqlite'
import { applySave, type CastingChange, type KeptCasting } from '../casting-save.ts'
import { castCountOf, type ScriptStore } from '../script-store.ts'
import { openAccountCheck } from './accounts.ts'

/** Column expression: the changes of a script's casting as a JSON array. */
export const CASTING_CHANGES = `(SELECT json_group_array(json_object(
  'slot', slot, 'voiceId', voice_id, 'uid', uid, 'name', name, 'at', at))
  FROM casting_changes WHERE script_id = scripts.id)`

type ChangeRow = {
  slot: CastingChange['slot']
  voiceId: string | null
  uid: string
  name: string
  at: number
}
export const toChanges = (json: string): CastingChange[] =>
  (JSON.parse(json) as ChangeRow[]).map(({ slot, voiceId, uid, name, at }) => ({
    slot,
    ...(voiceId !== null && { voiceId }),
    uid,
    name,
    at: new Date(at),
  }))

export function sqliteCastings(db: DatabaseSync): Pick<ScriptStore, 'saveCasting' | 'forgetCaster'> {
  const sql = {
    find: db.prepare(
      `SELECT casting, casting_version AS castingVersion, ${CASTING_CHANGES} AS changes FROM scripts WHERE id = ?`,
    ),
    save: db.prepare('UPDATE scripts SET casting = ?, cast_count = ?, casting_version = ? WHERE id = ?'),
    addChange: db.prepare(
      `INSERT INTO casting_changes (script_id, slot, voice_id, uid, name, at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (script_id, slot) DO UPDATE
         SET voice_id = excluded.voice_id, uid = excluded.uid, name = excluded.name, at = excluded.at`,
    ),
    addCommand: db.prepare(
      `INSERT INTO pending_commands (script_id, kind, mark, request_id) VALUES (?, 'casting', ?, ?)
       ON CONFLICT (script_id, kind) DO UPDATE
         SET mark = excluded.mark, request_id = excluded.request_id, due_at = 0`,
    ),
    forgetCaster: db.prepare('DELETE FROM casting_changes WHERE uid = ?'),
  }
  const requireOpen = openAccountCheck(db)
  const find = (id: string): KeptCasting | undefined => {
    const row = sql.find.get(id) as { casting: string; castingVersion: number; changes: string } | undefined
    return (
      row && {
        casting: JSON.parse(row.casting) as KeptCasting['casting'],
        castingVersion: row.castingVersion,
        castingChanges: toChanges(row.changes),
      }
    )
  }

  return {
    saveCasting: async (id, save) =>
      inTransaction(db, () => {
        requireOpen(save.by.uid)
        const present = find(id)
        if (!present) return undefined
        const saved = applySave(present, save)
        if (saved.conflicts.length > 0) return saved
        const { casting, castingVersion: mark, castingChanges } = saved
        sql.save.run(JSON.stringify(casting), castCountOf(casting), mark, id)
        for (const change of castingChanges)
          if (!present.castingChanges.includes(change))
            sql.addChange.run(
              id,
              change.slot,
              change.voiceId ?? null,
              change.uid,
              change.name,
              change.at.getTime(),
            )
        sql.addCommand.run(id, mark, save.requestId)
        return saved
      }),
    forgetCaster: async (uid) => {
      sql.forgetCaster.run(uid)
    },
  }
}
