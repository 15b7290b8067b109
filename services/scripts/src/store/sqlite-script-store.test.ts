import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openSqlite } from '@andscene/service-kit/sqlite'
import { afterAll, expect, test } from 'vitest'
import { scriptStoreContract } from './script-store.contract.ts'
import { MIGRATIONS } from './sqlite-migrations.ts'
import { sqliteScriptStore } from './sqlite-script-store.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())
scriptStoreContract('SQLite', async () => sqliteScriptStore(join(folder.path, `${randomUUID()}.sqlite`)))

test('scripts of the first release count by their size too', async () => {
  const file = join(folder.path, `${randomUUID()}.sqlite`)
  const first = openSqlite(file, MIGRATIONS.slice(0, 1))
  first.exec(`INSERT INTO scripts VALUES ('a', 'ada', 'T', '2026-01-01', 1, 1, 1, '["É"]', '{}', 0, 'a', 'hash');
              INSERT INTO script_lines VALUES ('a', '["雨"]')`)
  first.close()
  const store = sqliteScriptStore(file)
  expect(await store.usage('ada')).toEqual({ scripts: 1, bytes: Buffer.byteLength('["É"]["雨"]') })
  await store.close()
})
