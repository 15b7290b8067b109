import { mongoOutages, openMongo } from '@andscene/service-kit/stores/mongo'
import { withOutages } from '@andscene/service-kit/stores/store-unavailable'
import type { NoteLimits } from '../note-store.ts'
import type { Stores } from '../open-stores.ts'
import { mongoAccounts } from './accounts.ts'
import { mongoCommands } from './commands.ts'
import { createIndexes } from './documents.ts'
import { mongoNotes } from './notes.ts'
import { mongoPreferences } from './preferences.ts'
import { mongoProgress } from './progress.ts'
import { mongoScripts } from './scripts.ts'
import { mongoShares } from './shares.ts'

/** All stores on a MongoDB-compatible server, in the database of the URI's path. */
export async function openMongoStores(
  uri: string,
  noteLimits?: NoteLimits,
  guestsLimit?: number,
): Promise<Stores> {
  const { client, db } = await openMongo(uri)
  await createIndexes(db)
  return {
    accounts: withOutages(mongoAccounts(db), mongoOutages),
    scripts: withOutages(mongoScripts(db), mongoOutages),
    commands: withOutages(mongoCommands(db), mongoOutages),
    progress: withOutages(mongoProgress(db), mongoOutages),
    preferences: withOutages(mongoPreferences(db), mongoOutages),
    shares: withOutages(mongoShares(db, guestsLimit), mongoOutages),
    notes: withOutages(mongoNotes(db, noteLimits), mongoOutages),
    ping: async () => {
      await db.command({ ping: 1 })
    },
    close: () => client.close(),
  }
}
