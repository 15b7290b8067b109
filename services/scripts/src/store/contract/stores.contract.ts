import { accountStoreContract } from './account-store.contract.ts'
import { castingContract } from './casting.contract.ts'
import { commandStoreContract } from './command-store.contract.ts'
import { guestRoomContract } from './guest-room.contract.ts'
import { noteChangesContract } from './note-changes.contract.ts'
import { noteRoomContract } from './note-room.contract.ts'
import { noteStoreContract } from './note-store.contract.ts'
import type { NoteLimits } from '../note-store.ts'
import type { Stores } from '../open-stores.ts'
import { preferencesStoreContract } from './preferences-store.contract.ts'
import { progressStoreContract } from './progress-store.contract.ts'
import { scriptFileContract } from './script-file.contract.ts'
import { scriptStoreContract } from './script-store.contract.ts'
import { shareStoreContract } from './share-store.contract.ts'

/** The behavior of all stores of one kind of database (architecture §4). `newDatabase` names an empty one. */
export function storesContract(
  name: string,
  newDatabase: () => string,
  openStores: (database: string, noteLimits?: NoteLimits, guestsLimit?: number) => Promise<Stores>,
): void {
  const open = () => openStores(newDatabase())
  /** As of two processes. */
  const openTwice = async (limits?: NoteLimits): Promise<[Stores, Stores]> => {
    const database = newDatabase()
    return [await openStores(database, limits), await openStores(database, limits)]
  }
  accountStoreContract(name, open)
  scriptStoreContract(name, open)
  scriptFileContract(name, open)
  castingContract(name, openTwice)
  commandStoreContract(name, open)
  progressStoreContract(name, open)
  preferencesStoreContract(name, open)
  shareStoreContract(name, open)
  guestRoomContract(name, (most) => openStores(newDatabase(), undefined, most))
  noteStoreContract(name, open)
  noteChangesContract(name, (limits) => openStores(newDatabase(), limits), openTwice)
  noteRoomContract(name, openTwice)
}
