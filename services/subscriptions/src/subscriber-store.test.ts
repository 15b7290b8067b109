import { openSqlite } from '@andscene/service-kit/stores/sqlite'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { collect, subscriberStoreContract } from './subscriber-store.contract.ts'
import { documentsOf, openStore } from './subscriber-store.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())
let count = 0
const newPlace = () => ({ DATA_DIR: join(folder.path, `${(count += 1)}`) })
subscriberStoreContract('SQLite', () => openStore(newPlace()))

test('a list of an older release is all there, and an address is on it once', async () => {
  const place = newPlace()
  const { file, migrations } = documentsOf(place)
  const old = openSqlite(file, migrations.slice(0, 1))
  old.exec(`INSERT INTO subscribers VALUES ('b@example.com', 'landing-page', '2026-01-02T03:04:05.678Z'),
    ('ä@example.com', 'x "y"', '2026-01-01T00:00:00.000Z')`)
  old.close()
  const store = await openStore(place)
  onTestFinished(() => store.close())
  const rows = [
    { email: 'ä@example.com', source: 'x "y"', subscribedAt: new Date('2026-01-01T00:00:00.000Z') },
    { email: 'b@example.com', source: 'landing-page', subscribedAt: new Date('2026-01-02T03:04:05.678Z') },
  ]
  expect(await collect(store)).toEqual(rows)
  expect(await store.add({ ...rows[1]!, source: 'again' })).toBe(false)
})
