import { isSqliteOutage, openSqlite } from '@andscene/service-kit/sqlite'
import { withOutages } from '@andscene/service-kit/store-unavailable'
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
export function openSqliteStores(file: string, noteLimits?: NoteLimits): Stores {
  const db = openSqlite(file, MIGRATIONS)
  const ping = db.prepare('SELECT 1')
  return {
    accounts: withOutages(sqliteAccounts(db), isSqliteOutage),
    scripts: withOutages(sqliteScripts(db), isSqliteOutage),
    commands: withOutages(sqliteCommands(db), isSqliteOutage),
    progress: withOutages(sqliteProgress(db), isSqliteOutage),
    preferences: withOutages(sqlitePreferences(db), isSqliteOutage),
    shares: withOutages(sqliteShares(db), isSqliteOutage),
    notes: withOutages(sqliteNotes(db, noteLimits), isSqliteOutage),
    ping: async () => {
      ping.get()
    },
    close: async () => db.close(),
  }
}
