import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { sqliteSubscriberStore } from './sqlite-subscriber-store.ts'
import { subscriberStoreContract } from './subscriber-store.contract.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())
let count = 0
subscriberStoreContract('SQLite', async () =>
  sqliteSubscriberStore(join(folder.path, `${(count += 1)}.sqlite`)),
)
