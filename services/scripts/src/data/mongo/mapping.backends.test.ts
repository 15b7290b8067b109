import { mongoDocuments } from '@andscene/service-kit/data/mongo-documents'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { fileMongo } from '../../testing/mongo.ts'
import { note } from '../../testing/new-note.ts'
import { castingSave, script as newScript } from '../../testing/new-script.ts'
import { openDataPart } from '../data-part.ts'
import { SCRIPTS_MAPPING } from './mapping.ts'

const { open } = await fileMongo()

async function world() {
  const folder = await temporaryFolder('andscene-mapping')
  onTestFinished(() => folder.remove())
  const { uri, db, stores } = await open()
  let copies = 0
  /** Opens what was copied. */
  const copy = async (held = async () => {}) => {
    const file = path.join(folder.path, `${(copies += 1)}.sqlite`)
    await mongoDocuments(uri, SCRIPTS_MAPPING).copyOut(file, { held, scriptIds: async () => new Set() })
    const copied = new DatabaseSync(file)
    onTestFinished(() => copied.close())
    return copied
  }
  const part = await openDataPart({ MONGODB_URI: uri, DATA_DIR: folder.path })
  return { stores, copy, part, db }
}

const idsIn = (db: DatabaseSync, sql: string) =>
  db
    .prepare(sql)
    .all()
    .map((row) => Object.values(row)[0])

test('decision 0060: a copy that is made while scripts come, change and go has all of each script in it, and nothing of another', async () => {
  const { stores, copy } = await world()
  const done = new AbortController()
  const living: string[] = []
  let changes = 0
  const writer = (async () => {
    for (; !done.signal.aborted; changes += 1) {
      const id = `s${changes}`
      await stores.scripts.insert(newScript(id))
      living.push(id)
      await stores.notes.add(note(`n${id}`, { scriptId: id, atMs: 1_500 }))
      await stores.progress.save('eve', id, { lastPlayedLineIndex: 0, lastUpdated: new Date() })
      await stores.scripts.saveCasting(id, castingSave({ characterAssignments: { MARA: 'v' } }, 'r'))
      if (living.length > 5) await stores.scripts.remove(living.shift()!, 'r')
      for (const command of await stores.commands.due(new Date(), 20))
        await stores.commands.acknowledge(command)
    }
  })()
  try {
    for (let round = 0; round < 5; round += 1) {
      await expect.poll(() => living.length).toBeGreaterThan(5)
      const db = await copy()
      expect(idsIn(db, 'SELECT count(*) FROM scripts')).not.toEqual([0])
      expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
      for (const wrong of [
        'SELECT id FROM scripts WHERE id NOT IN (SELECT script_id FROM script_lines)',
        'SELECT id FROM scripts WHERE id NOT IN (SELECT script_id FROM script_files)',
        // All castings are young: the command of each is sent again, since tts may have been read before it.
        'SELECT id FROM scripts WHERE casting_version > 0 AND id NOT IN (SELECT script_id FROM pending_commands)',
        'SELECT id FROM notes WHERE version > (SELECT notes_version FROM scripts WHERE id = script_id)',
      ])
        expect(idsIn(db, wrong)).toEqual([])
    }
  } finally {
    done.abort()
    await writer
  }
  expect(changes).toBeGreaterThan(5)
})

test('decision 0060: a file with damage is taken in: rows that refer to nothing go, a script without its lines stays so', async () => {
  const { stores, copy, part, db } = await world()
  await stores.scripts.insert(newScript('a'))
  await stores.scripts.insert(newScript('b'))
  const damaged = await copy()
  damaged.exec(`PRAGMA foreign_keys = OFF; DELETE FROM script_lines WHERE script_id = 'b';
    INSERT INTO progress (script_id, uid, line_index, updated_at) VALUES ('gone', 'ada', 1, 'then')`)
  for (const name of SCRIPTS_MAPPING.collections) await db.collection(name).deleteMany({})
  const sink = await part.takeIn('a file')
  await sink.documents(damaged.location()!)
  await part.finish()
  expect(await db.collection('progress').countDocuments()).toBe(0)
  const asked = { repair: false, before: new Date(), scriptIds: async () => new Set<string>() }
  expect((await part.examine(asked)).map((one) => one.examples)).toEqual([[], ['b']])
  expect(await part.state()).toEqual({ documents: true, filling: undefined })
})

test('decision 0060: scripts are read when every part has come so far, and not before', async () => {
  const { stores, copy } = await world()
  await stores.scripts.insert(newScript('a'))
  const db = await copy(async () => {
    await stores.scripts.insert(newScript('b'))
    await stores.scripts.remove('a', 'r')
  })
  expect(idsIn(db, 'SELECT id FROM scripts')).toEqual(['b'])
  expect(idsIn(db, 'SELECT script_id FROM pending_commands')).toEqual(['a'])
})

test('decision 0060: the doctor finds data of a deleted script, ignores data that is being written, and repairs on request', async () => {
  const { stores, part, db } = await world()
  await stores.scripts.insert(newScript('a'))
  await stores.notes.add(note('n1'))
  const look = async (repair: boolean) => {
    const found = await part.examine({ repair, before: new Date(), scriptIds: async () => new Set() })
    return Object.fromEntries(found.map((one) => [one.what, [one.found, one.repaired]]))
  }
  const well = { 'rows whose parent is missing': [0, 0], 'scripts without their lines': [0, 0] }
  expect(await look(true)).toEqual(well)
  await db.collection('script_files').insertOne({ _id: 'coming', pendingSince: new Date() } as never)
  await db.collection('progress').insertMany(['ada', 'eve'].map((uid) => ({ scriptId: 'gone', uid })))
  await db.collection('notes').insertOne({ _id: 'gone 1', scriptId: 'gone', version: 1 } as never)
  expect(await look(false)).toEqual({ ...well, 'rows whose parent is missing': [3, 0] })
  expect(await look(true)).toEqual({ ...well, 'rows whose parent is missing': [3, 3] })
  expect(await look(false)).toEqual(well)
  expect(await db.collection('script_files').countDocuments()).toBe(2)
  expect((await stores.notes.all('a')).map(({ id }) => id)).toEqual(['n1'])
  expect(await part.scriptIds!()).toEqual(['a'])
})
