import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { scriptStoreContract } from './script-store.contract.ts'
import { sqliteScriptStore } from './sqlite-script-store.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())
scriptStoreContract('SQLite', async () => sqliteScriptStore(join(folder.path, `${randomUUID()}.sqlite`)))
