import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import type { ShareStore } from '../share-store.ts'
import { turns } from './around-writes.ts'
import { collaboratorStore } from './collaborators.ts'
import { invitationKeyStore } from './invitation-keys.ts'
import { shareEventStore } from './share-events.ts'
import { linkStore } from './share-links.ts'

export function shareStore(db: DocumentDb, guestsLimit?: number): ShareStore {
  const inTurn = turns()
  return {
    ...collaboratorStore(db, inTurn),
    ...invitationKeyStore(db, inTurn),
    ...linkStore(db, inTurn, guestsLimit),
    ...shareEventStore(db),
  }
}
