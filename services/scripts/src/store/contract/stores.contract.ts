import { describe } from 'vitest'
import type { Databases } from '../../testing/fresh-stores.ts'
import type { NoteLimits } from '../note-store.ts'
import type { Stores } from '../open-stores.ts'
import { castingContract } from './casting.contract.ts'
import { collaboratorStoreContract } from './collaborator-store.contract.ts'
import { commandStoreContract } from './command-store.contract.ts'
import { directionsContract } from './directions.contract.ts'
import { draftsContract } from './drafts.contract.ts'
import { guestRoomContract } from './guest-room.contract.ts'
import { invitationKeyStoreContract } from './invitation-key-store.contract.ts'
import { linkStoreContract } from './link-store.contract.ts'
import { noteChangesContract } from './note-changes.contract.ts'
import { noteReadsContract } from './note-reads.contract.ts'
import { noteRoomContract } from './note-room.contract.ts'
import { noteStoreContract } from './note-store.contract.ts'
import { pronunciationsContract } from './pronunciations.contract.ts'
import { profileStoreContract } from './profile-store.contract.ts'
import { scriptStoreContract } from './script-store.contract.ts'
import { shareEventStoreContract, shareStoreContract } from './share-store.contract.ts'
import {
  accountStoreContract,
  draftPlacesContract,
  preferencesStoreContract,
  progressStoreContract,
} from './user-stores.contract.ts'

const CONTRACTS: Record<string, (databases: Databases) => void> = {
  AccountStore: accountStoreContract,
  ScriptStore: scriptStoreContract,
  'castings of a ScriptStore': castingContract,
  'pronunciations of a ScriptStore': pronunciationsContract,
  'directions of a ScriptStore': directionsContract,
  'drafts of a ScriptStore': draftsContract,
  CommandStore: commandStoreContract,
  ProgressStore: progressStoreContract,
  'decision 0101: places of several drafts': draftPlacesContract,
  PreferencesStore: preferencesStoreContract,
  ProfileStore: profileStoreContract,
  CollaboratorStore: collaboratorStoreContract,
  InvitationKeyStore: invitationKeyStoreContract,
  LinkStore: linkStoreContract,
  'decision 0064: the guests of a link': guestRoomContract,
  ShareEventStore: shareEventStoreContract,
  ShareStore: shareStoreContract,
  NoteStore: noteStoreContract,
  'changes of a NoteStore': noteChangesContract,
  'room for notes of a NoteStore': noteRoomContract,
  NoteReadStore: noteReadsContract,
}

/** Tests all stores on one kind of database (architecture §4). `newDatabase` returns an empty one. */
export function storesContract(
  name: string,
  newDatabase: () => string,
  openStores: (database: string, noteLimits?: NoteLimits, guestsLimit?: number) => Promise<Stores>,
): void {
  const databases: Databases = {
    open: (...limits) => openStores(newDatabase(), ...limits),
    openTwice: async (limits) => {
      const database = newDatabase()
      return [await openStores(database, limits), await openStores(database, limits)]
    },
  }
  for (const [subject, contract] of Object.entries(CONTRACTS))
    describe(`${subject} on ${name}`, () => {
      contract(databases)
    })
}
