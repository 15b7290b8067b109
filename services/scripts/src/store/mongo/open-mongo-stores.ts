import { mongoOutages, openMongo } from '@andscene/service-kit/stores/mongo'
import { withOutages } from '@andscene/service-kit/stores/store-unavailable'
import type { Db } from 'mongodb'
import type { NoteLimits } from '../note-store.ts'
import type { Stores } from '../open-stores.ts'
import type { ShareStore } from '../share-store.ts'
import { mongoAccounts } from './accounts.ts'
import { mongoCollaborators } from './collaborators.ts'
import { mongoCommands } from './commands.ts'
import { createIndexes } from './documents.ts'
import { turns } from './in-turn.ts'
import { mongoInvitationKeys } from './invitation-keys.ts'
import { mongoNotes } from './notes.ts'
import { mongoPreferences } from './preferences.ts'
import { mongoProgress } from './progress.ts'
import { mongoScripts } from './scripts.ts'
import { mongoShareEvents } from './share-events.ts'
import { mongoShareLinks } from './share-links.ts'

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

export function mongoShares(db: Db, guestsLimit?: number): ShareStore {
  const inTurn = turns()
  return {
    ...mongoCollaborators(db, inTurn),
    ...mongoInvitationKeys(db, inTurn),
    ...mongoShareLinks(db, inTurn, guestsLimit),
    ...mongoShareEvents(db),
  }
}
