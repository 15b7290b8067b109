import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openSqlite } from '@andscene/service-kit/stores/sqlite'
import { afterAll, expect, test } from 'vitest'
import { StoreUnavailable } from '@andscene/service-kit/stores/store-unavailable'
import { DatabaseSync } from 'node:sqlite'
import { script } from '../../testing/new-script.ts'
import { collaborator } from '../../testing/new-share.ts'
import { storesContract } from '../contract/stores.contract.ts'
import { UploadCancelled } from '../library.ts'
import { keyOf } from '../script-store.ts'
import { MIGRATIONS } from './migrations.ts'
import { openSqliteStores } from './open-sqlite-stores.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())
const newFile = () => join(folder.path, `${randomUUID()}.sqlite`)
storesContract('SQLite', newFile, async (...database) => openSqliteStores(...database))

test('scripts of the first release count by their size too, have no file, and take notes', async () => {
  const file = newFile()
  const first = openSqlite(file, MIGRATIONS.slice(0, 1))
  first.exec(`INSERT INTO scripts VALUES ('a', 'ada', 'T', '2026-01-01', 1, 1, 1, '["É"]', '{}', 0, 'a', 'hash');
              INSERT INTO script_lines VALUES ('a', '["雨"]')`)
  first.close()
  const store = openSqliteStores(file)
  expect(await store.scripts.usage('ada')).toEqual({ scripts: 1, bytes: Buffer.byteLength('["É"]["雨"]') })
  expect(await store.scripts.findFile('a')).toBeUndefined()
  expect(await store.notes.version('a')).toBe(0)
  await store.close()
})

test('notes that guests wrote in an older release count to their link', async () => {
  const file = newFile()
  const older = openSqlite(file, MIGRATIONS.slice(0, 8))
  older.exec(`INSERT INTO scripts (id, owner_id, title, uploaded_at, pages, character_count, line_count, characters, casting,
                casting_version, upload_key, file_hash)
              VALUES ('a', 'ada', 'T', '2026-01-01', 1, 0, 1, '[]', '{}', 0, 'a', 'hash');
              INSERT INTO share_links (id, script_id, token_hash, name, role, created_at, expires_at, opens)
              VALUES ('l', 'a', 'h', 'L', 'commenter', 1, 2, 1);
              INSERT INTO share_guests VALUES ('guest-1', 'l', 1, 'Gus')`)
  for (const [id, author] of [
    ['n', 'guest-1'],
    ['m', 'ada'],
  ])
    older
      .prepare(
        `INSERT INTO notes (script_id, id, version, line_id, text, colour, category, author_id, author, created_at)
         VALUES ('a', ?, ?, 'l1', 'T', 'yellow', 'General', ?, 'A', 1)`,
      )
      .run(id!, id === 'n' ? 1 : 2, author!)
  older.close()
  const store = openSqliteStores(file)
  expect((await store.notes.all('a')).map(({ id, linkId }) => [id, linkId])).toEqual([
    ['m', undefined],
    ['n', 'l'],
  ])
  await store.close()
})

test('the list has castings and positions of an older release', async () => {
  const file = newFile()
  const older = openSqlite(file, MIGRATIONS.slice(0, 3))
  const row = (id: string, casting: object) =>
    older
      .prepare(`INSERT INTO scripts VALUES (?, 'ada', 'T', '2026-01-01', 1, 2, 9, '[]', ?, 0, ?, 'hash', 2)`)
      .run(id, JSON.stringify(casting), id)
  row('a', { characterAssignments: { BOB: 'v', MARA: 'w' }, narrationVoiceId: 'n' })
  row('b', { characterAssignments: {}, sceneHeadingVoiceId: 's' })
  older.exec(`INSERT INTO progress VALUES ('a', 'ada', 4, '2026-01-02T00:00:00.000Z')`)
  older.close()
  const stores = openSqliteStores(file)
  const place = { lastPlayedLineIndex: 4, page: undefined, lastUpdated: new Date('2026-01-02T00:00:00Z') }
  expect(await stores.scripts.list('ada', { limit: 9 })).toMatchObject([
    { _id: 'b', castCount: 0 },
    { _id: 'a', castCount: 3, lastPlayed: place },
  ])
  await stores.progress.save('ada', 'a', { ...place, lastPlayedLineIndex: 2 })
  expect(await stores.progress.hearings('a')).toMatchObject([{ uid: 'ada', furthestLineIndex: 4 }])
  await stores.close()
})

test('what is shared with a person is listed without a look at lines', async () => {
  const file = newFile()
  const { scripts, shares, close } = openSqliteStores(file)
  await scripts.insert(script('a'))
  await shares.invite(collaborator('bob'))
  await shares.bind('bob@example.com', 'bob', new Date())
  const other = new DatabaseSync(file)
  other.exec('DROP TABLE script_lines')
  other.close()
  expect(await shares.sharedWith('bob', 9)).toMatchObject([{ _id: 'a', role: 'listener' }])
  await close()
})

test('uploads that were cancelled under an older release stay cancelled, and its scripts lack page starts', async () => {
  const file = newFile()
  const older = openSqlite(file, MIGRATIONS.slice(0, 5))
  older
    .prepare('INSERT INTO cancelled_uploads VALUES (?, ?)')
    .run(keyOf('ada', 'key'), Date.parse('2026-01-02T00:00:00Z'))
  older.exec(`INSERT INTO scripts (id, owner_id, title, uploaded_at, pages, character_count, line_count, characters, casting,
    casting_version, upload_key, file_hash) VALUES ('a', 'ada', 'T', '2026-01-01', 1, 1, 1, '[]', '{}', 0, 'a', 'hash')`)
  older.close()
  const { scripts, close } = openSqliteStores(file)
  const upload = { key: 'key', fileHash: 'h' }
  await expect(scripts.insert(script('b', { upload }))).rejects.toThrow(UploadCancelled)
  expect((await scripts.find('a', ['pageStarts']))?.pageStarts).toBeUndefined()
  await scripts.forgetCancelled({ before: new Date('2026-01-03T00:00:00Z') })
  expect(await scripts.insert(script('b', { upload }))).toMatchObject({ created: true })
  await close()
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
