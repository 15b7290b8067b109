import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openSqlite } from '@andscene/service-kit/sqlite'
import { afterAll, expect, test } from 'vitest'
import { StoreUnavailable } from '@andscene/service-kit/store-unavailable'
import { DatabaseSync } from 'node:sqlite'
import { script } from '../../testing/new-script.ts'
import { storesContract } from '../stores.contract.ts'
import { MIGRATIONS } from './migrations.ts'
import { openSqliteStores } from './open-sqlite-stores.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())
const newFile = () => join(folder.path, `${randomUUID()}.sqlite`)
storesContract('SQLite', async () => openSqliteStores(newFile()))

test('scripts of the first release count by their size too', async () => {
  const file = newFile()
  const first = openSqlite(file, MIGRATIONS.slice(0, 1))
  first.exec(`INSERT INTO scripts VALUES ('a', 'ada', 'T', '2026-01-01', 1, 1, 1, '["É"]', '{}', 0, 'a', 'hash');
              INSERT INTO script_lines VALUES ('a', '["雨"]')`)
  first.close()
  const store = openSqliteStores(file)
  expect(await store.scripts.usage('ada')).toEqual({ scripts: 1, bytes: Buffer.byteLength('["É"]["雨"]') })
  await store.close()
})

test(
  'architecture §4: a database that another process holds is StoreUnavailable',
  { timeout: 60_000 },
  async () => {
    const file = newFile()
    const stores = openSqliteStores(file)
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    await expect(stores.scripts.insert(script('a'))).rejects.toThrow(StoreUnavailable)
    await expect(stores.preferences.find('ada')).resolves.toBeDefined()
    other.exec('COMMIT')
    other.close()
    await stores.scripts.insert(script('a'))
    await stores.close()
  },
)
