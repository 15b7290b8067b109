import { openSqlite, readMigrations } from '@andscene/service-kit/stores/sqlite'
import { StoreUnavailable } from '@andscene/service-kit/stores/store-unavailable'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { beforeCall } from '../testing/around-call.ts'
import { embeddedStores } from '../testing/fresh-stores.ts'
import { script } from '../testing/new-script.ts'
import { storesContract } from './contract/stores.contract.ts'
import { progressStore } from './documents/progress.ts'
import type { ScriptDocument } from './documents/script-documents.ts'
import { UploadCancelled } from './library.ts'
import { openStores } from './open-stores.ts'
import { keyOf } from './script-store.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())
const newFolder = () => {
  const path = join(folder.path, randomUUID())
  mkdirSync(path)
  return path
}
storesContract('SQLite', newFolder, (DATA_DIR, ...limits) => openStores({ DATA_DIR }, ...limits))

const MIGRATIONS = readMigrations(join(import.meta.dirname, 'migrations'))

/** Milliseconds after a second in 2026. */
const at = (ms: number) => new Date(1_772_600_767_000 + ms)

/** Opens the stores of this release on a database of an older one. */
async function openOlder(schema: number, fill: (db: DatabaseSync) => unknown) {
  const DATA_DIR = newFolder()
  const file = join(DATA_DIR, 'scripts.sqlite')
  const older = openSqlite(file, MIGRATIONS.slice(0, schema))
  fill(older)
  older.close()
  return { file, stores: () => openStores({ DATA_DIR }) }
}

const SCRIPT = `INSERT INTO scripts (id, owner_id, title, uploaded_at, pages, character_count, line_count, characters, casting,
  casting_version, upload_key, file_hash) VALUES ('a', 'ada', 'T', '2026-01-01', 1, 1, 1, '["É"]', '{}', 0, 'a', 'hash');`

describe('decision 0077: a database of a release with tables', () => {
  test('is migrated completely to documents when it is opened', async () => {
    const rich = readFileSync(join(import.meta.dirname, '../testing/release-15.sql'), 'utf8')
    const older = await openOlder(15, (db) => db.exec(rich))
    const stores = await older.stores()
    const { scripts, notes, shares, progress, commands, accounts, preferences } = stores
    const all = {
      script: await scripts.find('one', [...FIELDS]),
      lines: await scripts.findLines('one'),
      files: await Promise.all(['one', 'two'].map((id) => scripts.findFile(id))),
      list: await scripts.list('ada', { limit: 9 }),
      usage: await scripts.usage('ada'),
      commands: await Promise.all([at(0), at(890)].map((now) => commands.due(now, 9))),
      notes: await notes.all('one'),
      noteChanges: await notes.changes('one', 6, 9),
      noteVersions: await Promise.all(['one', 'two'].map(notes.version)),
      collaborators: await shares.collaborators('one'),
      sharedWithBob: await shares.sharedWith('bob', 9),
      invitationEnds: await Promise.all(['key of c3', 'key of c4'].map(shares.endOf)),
      links: await shares.links('one'),
      guests: await shares.guests('one', 9),
      events: await shares.events('one'),
      hearings: await progress.hearings('one'),
      preferences: await preferences.find('ada'),
      closedAccounts: await accounts.unfinished(at(0), 9),
    }
    await expect(all).toMatchFileSnapshot('../testing/release-15.txt')
    await stores.close()

    const db = new DatabaseSync(older.file)
    const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
    expect(
      tables.map(({ name }) => String(name)).filter((name) => /^old_|lines|removed_notes/.test(name)),
    ).toEqual([])
    expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
    const kept = (table: string) =>
      db
        .prepare(`SELECT id FROM ${table}`)
        .all()
        .map(({ id }) => id)
    expect([kept('closed_accounts'), kept('removed_collaborators')]).toEqual([
      ['hash of eve', 'hash of mia'],
      ['one hash of kim'],
    ])
    db.close()
  })

  test('is unchanged when the process dies during the migration', async () => {
    const older = await openOlder(15, (db) =>
      db.exec(`${SCRIPT} INSERT INTO script_lines VALUES ('a', '["雨"]')`),
    )
    const dying = [...MIGRATIONS.slice(0, 15), `${MIGRATIONS[15]} SELECT * FROM nowhere`]
    expect(() => openSqlite(older.file, dying)).toThrow('nowhere')
    const db = openSqlite(older.file, MIGRATIONS.slice(0, 15))
    expect(db.prepare('SELECT lines FROM script_lines').all()).toMatchObject([{ lines: '["雨"]' }])
    db.close()
    const { scripts, close } = await older.stores()
    expect(await scripts.findLines('a')).toBe('["雨"]')
    await close()
  })

  test('of the first release: scripts count by their size too, have no file, and accept notes', async () => {
    const older = await openOlder(1, (db) =>
      db.exec(`${SCRIPT} INSERT INTO script_lines VALUES ('a', '["雨"]')`),
    )
    const { scripts, notes, close } = await older.stores()
    expect(await scripts.usage('ada')).toEqual({ scripts: 1, bytes: Buffer.byteLength('["É"]["雨"]') })
    expect(await scripts.findFile('a')).toBeUndefined()
    expect(await notes.version('a')).toBe(0)
    await close()
  })

  test('keeps notes of guests, which count toward their link', async () => {
    const older = await openOlder(8, (db) =>
      db.exec(`${SCRIPT}
        INSERT INTO share_links (id, script_id, token_hash, name, role, created_at, expires_at, opens)
        VALUES ('l', 'a', 'h', 'L', 'commenter', 1, 2, 1);
        INSERT INTO share_guests VALUES ('guest-1', 'l', 1, 'Gus');
        INSERT INTO notes (script_id, id, version, line_id, text, colour, category, author_id, author, created_at)
        VALUES ('a', 'n', 1, 'l1', 'T', 'yellow', 'General', 'guest-1', 'A', 1),
               ('a', 'm', 2, 'l1', 'T', 'yellow', 'General', 'ada', 'A', 1)`),
    )
    const { notes, close } = await older.stores()
    expect((await notes.all('a')).map(({ id, linkId }) => [id, linkId])).toEqual([
      ['m', undefined],
      ['n', 'l'],
    ])
    await close()
  })

  test('keeps a title that begins like a date marker as text', async () => {
    const older = await openOlder(15, (db) => {
      db.exec(SCRIPT)
      db.prepare('UPDATE scripts SET title = ?').run('\uFFFFScene 1')
    })
    const { scripts, close } = await older.stores()
    expect(await scripts.list('ada', { limit: 9 })).toMatchObject([{ title: '\uFFFFScene 1' }])
    await scripts.nameOwner('a', 'Ada')
    expect(await scripts.find('a', ['title', 'ownerName'])).toMatchObject({ title: '\uFFFFScene 1' })
    await close()
  })

  test('lists its castings and positions', async () => {
    const older = await openOlder(3, (db) => {
      const add = db.prepare(
        `INSERT INTO scripts VALUES (?, 'ada', 'T', '2026-01-01', 1, 2, 9, '[]', ?, 0, ?, 'hash', 2)`,
      )
      add.run('a', '{"characterAssignments":{"BOB":"v","MARA":"w"},"narrationVoiceId":"n"}', 'a')
      add.run('b', '{"characterAssignments":{},"sceneHeadingVoiceId":"s"}', 'b')
      db.exec(`INSERT INTO progress VALUES ('a', 'ada', 4, '2026-01-02T00:00:00.000Z')`)
    })
    const { scripts, progress, close } = await older.stores()
    const place = { lastPlayedLineIndex: 4, page: undefined, lastUpdated: new Date('2026-01-02T00:00:00Z') }
    expect(await scripts.list('ada', { limit: 9 })).toMatchObject([
      { _id: 'b', castCount: 0 },
      { _id: 'a', castCount: 3, lastPlayed: place },
    ])
    await progress.save('ada', 'a', { ...place, lastPlayedLineIndex: 2 })
    expect(await progress.hearings('a')).toMatchObject([{ uid: 'ada', furthestLineIndex: 4 }])
    await close()
  })

  test('keeps cancelled uploads as cancelled, and its scripts have no page starts', async () => {
    const older = await openOlder(5, (db) => {
      db.prepare('INSERT INTO cancelled_uploads VALUES (?, ?)').run(keyOf('ada', 'key'), at(0).getTime())
      db.exec(SCRIPT)
    })
    const { scripts, close } = await older.stores()
    const upload = { key: 'key', fileHash: 'h' }
    await expect(scripts.insert(script('b', { upload }))).rejects.toThrow(UploadCancelled)
    expect((await scripts.find('a', ['pageStarts']))?.pageStarts).toBeUndefined()
    await scripts.forgetCancelled({ before: at(1) })
    expect(await scripts.insert(script('b', { upload }))).toMatchObject({ created: true })
    await close()
  })
})

const FIELDS = [
  ...(['ownerName', 'title', 'uploadedAt', 'pages', 'lineCount', 'characterCount', 'characters'] as const),
  ...(['casting', 'castingVersion', 'castingChanges', 'pageStarts'] as const),
] as const

test('castings of an older release are counted once', async () => {
  const { db, stores } = await embeddedStores()
  const store = stores.scripts
  await store.insert(script('a'))
  const assignments = ['BOB', 'MRS. $LANE'].map((character) => ({ character, voiceId: 'v' }))
  const casting = { assignments, narrationVoiceId: 'n' }
  await db.collection<{ _id: string }>('scripts').updateOne({ _id: 'a' }, { $set: { casting } })
  const listed = async () => (await store.list('ada', { limit: 1 }))[0]?.castCount
  expect([await listed(), await listed()]).toEqual([3, 3])
  const kept = await db.collection<ScriptDocument>('scripts').findOne({ _id: 'a' })
  expect(kept?.casting?.count).toBe(3)
  expect((await store.find('a', ['casting']))?.casting).not.toHaveProperty('count')
})

test('product §10: a position that is saved while its script is removed does not stay', async () => {
  const { db, stores } = await embeddedStores()
  await stores.scripts.insert(script('a'))
  // Both are removed between the check of the script and the write of the position.
  const meanwhile = async () => {
    await stores.scripts.remove('a', 'r')
    await stores.progress.removeOf('ada')
  }
  await progressStore(beforeCall(db, 'progress', 'insertOne', meanwhile)).save('ada', 'a', {
    lastPlayedLineIndex: 1,
    lastUpdated: new Date(),
  })
  expect(await db.collection('progress').countDocuments()).toBe(0)
})

test('a page is used only with the line it was stored for, even if an older release changes the line', async () => {
  const { db, stores } = await embeddedStores()
  await stores.scripts.insert(script('a'))
  const lastUpdated = new Date(1_000)
  await stores.progress.save('ada', 'a', { lastPlayedLineIndex: 21, page: 2, lastUpdated })
  expect(await stores.progress.find('ada', 'a')).toMatchObject({ page: 2 })
  await db.collection('progress').updateOne({}, { $set: { lastPlayedLineIndex: 41 } })
  const listed = async () => (await stores.scripts.list('ada', { limit: 1 }))[0]?.lastPlayed
  expect(await listed()).toMatchObject({ lastPlayedLineIndex: 41, page: undefined, lastUpdated })
  await stores.progress.fillPage('ada', 'a', 41, 3)
  expect(await listed()).toMatchObject({ page: 3 })
})

test('product §11: progress saved by an older release counts, also while it runs at the same time', async () => {
  const { db, stores } = await embeddedStores()
  const { scripts, progress } = stores
  await scripts.insert(script('a'))
  const save = (line: number) =>
    progress.save('ada', 'a', { lastPlayedLineIndex: line, lastUpdated: new Date(line) })
  const furthest = async () => (await progress.hearings('a')).map((one) => one.furthestLineIndex)
  await save(3)
  await db
    .collection('progress')
    .updateOne({}, { $set: { lastPlayedLineIndex: 41 }, $unset: { furthest: '' } })
  expect(await furthest()).toEqual([41])
  await save(5)
  expect(await furthest()).toEqual([41])
  await db.collection('progress').updateOne({}, { $set: { lastPlayedLineIndex: 60 } })
  expect(await furthest()).toEqual([60])
})

test(
  'architecture §4: throws StoreUnavailable when another process holds the database',
  { timeout: 60_000 },
  async () => {
    const { place, stores } = await embeddedStores()
    using other = new DatabaseSync(join(place.DATA_DIR, 'scripts.sqlite'))
    other.exec('BEGIN IMMEDIATE')
    await expect(stores.scripts.insert(script('a'))).rejects.toThrow(StoreUnavailable)
    await expect(stores.preferences.find('ada')).resolves.toBeDefined()
    other.exec('COMMIT')
    await stores.scripts.insert(script('a'))
  },
)
