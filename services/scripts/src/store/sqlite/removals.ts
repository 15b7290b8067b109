import type { DatabaseSync } from 'node:sqlite'
import { uidHash } from '../account-store.ts'

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
