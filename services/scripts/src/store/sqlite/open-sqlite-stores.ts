import { sqliteOutages, openSqlite } from '@andscene/service-kit/stores/sqlite'
import { withOutages } from '@andscene/service-kit/stores/store-unavailable'
import type { NoteLimits } from '../note-store.ts'
import type { Stores } from '../open-stores.ts'
import type { ShareStore } from '../share-store.ts'
import { sqliteAccounts } from './accounts.ts'
import { sqliteCollaborators } from './collaborators.ts'
import { sqliteCommands } from './commands.ts'
import { sqliteInvitationKeys } from './invitation-keys.ts'
import { MIGRATIONS } from './migrations.ts'
import { sqliteNotes } from './notes.ts'
import { sqlitePreferences } from './preferences.ts'
import { sqliteProgress } from './progress.ts'
import { sqliteScripts } from './scripts.ts'
import { sqliteShareEvents } from './share-events.ts'
import { sqliteShareLinks } from './share-links.ts'

/** All stores in an embedded database file. */
export function openSqliteStores(file: string, noteLimits?: NoteLimits, guestsLimit?: number): Stores {
  const db = openSqlite(file, MIGRATIONS)
  const shares: ShareStore = {
    ...sqliteCollaborators(db),
    ...sqliteInvitationKeys(db),
    ...sqliteShareLinks(db, guestsLimit),
    ...sqliteShareEvents(db),
  }
  const ping = db.prepare('SELECT 1')
  return {
    accounts: withOutages(sqliteAccounts(db), sqliteOutages),
    scripts: withOutages(sqliteScripts(db), sqliteOutages),
    commands: withOutages(sqliteCommands(db), sqliteOutages),
    progress: withOutages(sqliteProgress(db), sqliteOutages),
    preferences: withOutages(sqlitePreferences(db), sqliteOutages),
    shares: withOutages(shares, sqliteOutages),
    notes: withOutages(sqliteNotes(db, noteLimits), sqliteOutages),
    ping: async () => {
      ping.get()
    },
    close: async () => db.close(),
  }
}
