import type { DatabaseSync } from 'node:sqlite'
import type { ShareStore } from '../share-store.ts'
import { sqliteCollaborators } from './collaborators.ts'
import { sqliteInvitationKeys } from './invitation-keys.ts'
import { sqliteShareEvents } from './share-events.ts'
import { sqliteShareLinks } from './share-links.ts'

export const sqliteShares = (db: DatabaseSync, guestsLimit?: number): ShareStore => ({
  ...sqliteCollaborators(db),
  ...sqliteInvitationKeys(db),
  ...sqliteShareLinks(db, guestsLimit),
  ...sqliteShareEvents(db),
})
