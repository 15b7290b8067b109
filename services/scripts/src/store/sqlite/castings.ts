import { inTransaction } from '@andscene/service-kit/stores/sqlite'
import type { DatabaseSync } from 'node:sqlite'
import { applySave, type CastingChange, type KeptCasting } from '../casting-save.ts'
import { castCountOf, type ScriptStore } from '../script-store.ts'
import { CASTING_CHANGES, SCRIPTS } from '../tables.ts'
import { openAccountCheck } from './accounts.ts'
import { pendingCommands } from './commands.ts'

/** The changes of a script's casting as a JSON array. */
export const CHANGES_COLUMN = `(SELECT json_group_array(json_object(
  'slot', slot, 'voiceId', voice_id, 'uid', uid, 'name', name, 'at', at))
  FROM casting_changes WHERE script_id = scripts.id) AS castingChanges`

export const toChanges = (json: string): CastingChange[] =>
  (JSON.parse(json) as object[]).map((row) => CASTING_CHANGES.fromRow(row))

export function sqliteCastings(db: DatabaseSync): Pick<ScriptStore, 'saveCasting' | 'forgetCaster'> {
  const sql = {
    find: db.prepare(
      `SELECT casting, casting_version AS castingVersion, ${CHANGES_COLUMN} FROM scripts WHERE id = ?`,
    ),
    save: db.prepare('UPDATE scripts SET casting = ?, cast_count = ?, casting_version = ? WHERE id = ?'),
    addChange: db.prepare(
      `INSERT INTO ${CASTING_CHANGES.into} VALUES (${CASTING_CHANGES.parameters})
       ON CONFLICT (script_id, slot) DO UPDATE
         SET voice_id = excluded.voice_id, uid = excluded.uid, name = excluded.name, at = excluded.at`,
    ),
    forgetCaster: db.prepare('DELETE FROM casting_changes WHERE uid = ?'),
  }
  const requireOpen = openAccountCheck(db)
  const addCommand = pendingCommands(db)
  const find = (id: string): KeptCasting | undefined => {
    const row = sql.find.get(id)
    return (
      row && { ...SCRIPTS.fromRow<KeptCasting>(row), castingChanges: toChanges(row.castingChanges as string) }
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
            sql.addChange.run(CASTING_CHANGES.toParameters({ ...change, scriptId: id }))
        addCommand({ scriptId: id, kind: 'casting', mark, requestId: save.requestId })
        return saved
      }),
    forgetCaster: async (uid) => {
      sql.forgetCaster.run(uid)
    },
  }
}
