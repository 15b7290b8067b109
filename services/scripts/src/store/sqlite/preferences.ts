import type { Preferences } from '@andscene/contracts/preferences'
import type { DatabaseSync } from 'node:sqlite'
import type { PreferencesStore } from '../preferences-store.ts'

export function sqlitePreferences(db: DatabaseSync): PreferencesStore {
  const find = db.prepare('SELECT value FROM preferences WHERE uid = ?')
  const save = db.prepare(
    'INSERT INTO preferences (uid, value) VALUES (?, ?) ON CONFLICT (uid) DO UPDATE SET value = excluded.value',
  )
  return {
    find: async (uid) => {
      const row = find.get(uid) as { value: string } | undefined
      return row && (JSON.parse(row.value) as Preferences)
    },
    save: async (uid, preferences) => {
      save.run(uid, JSON.stringify(preferences))
    },
  }
}
