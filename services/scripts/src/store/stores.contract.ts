import { accountStoreContract } from './account-store.contract.ts'
import { commandStoreContract } from './command-store.contract.ts'
import type { Stores } from './open-stores.ts'
import { preferencesStoreContract } from './preferences-store.contract.ts'
import { progressStoreContract } from './progress-store.contract.ts'
import { scriptStoreContract } from './script-store.contract.ts'
import { shareStoreContract } from './share-store.contract.ts'

/** The behaviour of all stores of one database (architecture §4). `open` gives empty ones. */
export function storesContract(name: string, open: () => Promise<Stores>): void {
  accountStoreContract(name, open)
  scriptStoreContract(name, open)
  commandStoreContract(name, open)
  progressStoreContract(name, open)
  preferencesStoreContract(name, open)
  shareStoreContract(name, open)
}
