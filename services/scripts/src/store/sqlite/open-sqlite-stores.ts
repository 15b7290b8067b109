import { sqliteOutages, openSqlite } from '@andscene/service-kit/stores/sqlite'
import { withOutages } from '@andscene/service-kit/stores/store-unavailable'
import type { NoteLimits } from '../note-store.ts'
import type { Stores } from '../open-stores.ts'
import { sqliteAccounts } from './accounts.ts'
import { sqliteCommands } from './commands.ts'
import { MIGRATIONS } from './migrations.ts'
import { sqliteNotes } from './notes.ts'
import { sqlitePreferences } from './preferences.ts'
import { sqliteProgress } from './progress.ts'
import { sqliteScripts } from './scripts.ts'
import { sqliteShares } from './shares.ts'

/** All stores in an embedded database file. */
export function openSqliteStores(file: string, noteLimits?: NoteLimits, guestsLimit?: number): Stores {
  const db = openSqlite(file, MIGRATIONS)
  const ping = db.prepare('SELECT 1')
  return {
    accounts: withOutages(sqliteAccounts(db), sqliteOutages),
    scripts: withOutages(sqliteScripts(db), sqliteOutages),
    commands: withOutages(sqliteCommands(db), sqliteOutages),
    progress: withOutages(sqliteProgress(db), sqliteOutages),
    preferences: withOutages(sqlitePreferences(db), sqliteOutages),
    shares: withOutages(sqliteShares(db, guestsLimit), sqliteOutages),
    notes: withOutages(sqliteNotes(db, noteLimits), sqliteOutages),
    ping: async () => {
      ping.get()
    },
    close: async () => db.close(),
  }
}
