import type { Preferences } from '@andscene/contracts/preferences'
import { inTransaction } from '@andscene/service-kit/stores/sqlite'
import type { DatabaseSync } from 'node:sqlite'
import { NO_PREFERENCES, type PreferencesStore } from '../preferences-store.ts'
import { openAccountCheck } from './accounts.ts'

export function sqlitePreferences(db: DatabaseSync): PreferencesStore {
  const select = db.prepare('SELECT value FROM preferences WHERE uid = ?')
  const save = db.prepare(
    'INSERT INTO preferences (uid, value) VALUES (?, ?) ON CONFLICT (uid) DO UPDATE SET value = excluded.value',
  )
  const remove = db.prepare('DELETE FROM preferences WHERE uid = ?')
  const requireOpen = openAccountCheck(db)
  const find = (uid: string): Preferences => {
    const row = select.get(uid) as { value: string } | undefined
    return row ? (JSON.parse(row.value) as Preferences) : NO_PREFERENCES
  }
  return {
    find: async (uid) => find(uid),
    change: async (uid, { skippedLineTypes, rate }) =>
      inTransaction(db, () => {
        requireOpen(uid)
        const changed = {
          ...find(uid),
          ...(skippedLineTypes && { skippedLineTypes }),
          ...(rate !== undefined && { rate }),
        }
        save.run(uid, JSON.stringify(changed))
        return changed
      }),
    remove: async (uid) => {
      remove.run(uid)
    },
  }
}
