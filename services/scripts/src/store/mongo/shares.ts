import type { Db } from 'mongodb'
import type { ShareStore } from '../share-store.ts'
import { mongoCollaborators } from './collaborators.ts'
import { turns } from './in-turn.ts'
import { mongoInvitationKeys } from './invitation-keys.ts'
import { mongoShareEvents } from './share-events.ts'
import { mongoShareLinks } from './share-links.ts'

export function mongoShares(db: Db, guestsLimit?: number): ShareStore {
  const inTurn = turns()
  return {
    ...mongoCollaborators(db, inTurn),
    ...mongoInvitationKeys(db, inTurn),
    ...mongoShareLinks(db, inTurn, guestsLimit),
    ...mongoShareEvents(db),
  }
}
