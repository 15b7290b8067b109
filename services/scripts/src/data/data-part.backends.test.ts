import { openEmbeddedDocuments } from '@andscene/service-kit/stores/embedded-documents'
import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ScriptDocument } from '../store/documents/script-documents.ts'
import type { FileDocument } from '../store/documents/script-files.ts'
import type { DraftDocument } from '../store/drafts/draft-documents.ts'
import { documentsIn } from '../store/open-stores.ts'
import { draft } from '../testing/new-draft.ts'
import { fileMongo } from '../testing/mongo.ts'
import { note } from '../testing/new-note.ts'
import { castingSave, script as newScript } from '../testing/new-script.ts'
import { repairCopy } from './copied.ts'
import { openDataPart } from './data-part.ts'
import { examineDrafts, unlistedDrafts } from './examine-drafts.ts'
import { examineScripts } from './examine.ts'

const { open } = await fileMongo()
const NO_SCRIPTS = async () => new Set<string>()

async function world() {
  const folder = await temporaryFolder('andscene-data')
  onTestFinished(() => folder.remove())
  const { uri, db, stores } = await open()
  const part = await openDataPart({ MONGODB_URI: uri, DATA_DIR: folder.path })
  let copies = 0
  /** Makes a copy and opens it. */
  const copy = async (held = async () => {}) => {
    const file = path.join(folder.path, `${(copies += 1)}.sqlite`)
    await part.copyOut(file, { held, scriptIds: NO_SCRIPTS })
    const { migrations, collections } = documentsIn({ DATA_DIR: folder.path })
    const copied = openEmbeddedDocuments(file, migrations, collections)
    onTestFinished(copied.close)
    return copied.db
  }
  return { stores, copy, part, db }
}

const scriptsIn = (db: DocumentDb, filter = {}) =>
  db
    .collection<ScriptDocument>('scripts')
    .find({ ownerId: { $exists: true }, ...filter })
    .toArray()

test('decision 0060: a copy that is made during writes has all data of each of its scripts, and no other data', async () => {
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
      const changed = { requestId: 'r', at: new Date() }
      await stores.scripts.addDraft(id, draft())
      await stores.scripts.addDraft(id, draft(3))
      await stores.scripts.removeDraft(living.at(-3) ?? id, 2, changed)
      if (living.length > 5) await stores.scripts.remove(living.shift()!, 'r')
      for (const command of await stores.commands.due(new Date(), 20))
        await stores.commands.acknowledge(command)
    }
  })()
  try {
    for (let round = 0; round < 5; round += 1) {
      await expect.poll(() => living.length).toBeGreaterThan(5)
      const db = await copy()
      const scripts = await scriptsIn(db)
      expect(scripts.length).toBeGreaterThan(0)
      for (const { _id, lines, castingVersion, pendingKind } of scripts) {
        expect(lines).toBeDefined()
        expect(await db.collection<{ _id: string }>('script_files').findOne({ _id })).not.toBeNull()
        const findings = await examineDrafts(db)
        expect(findings.map(({ found }) => found)).toEqual([0, 0])
        expect(await unlistedDrafts(db, false)).toMatchObject({ found: 0 })
        // All castings are young: each command is sent again, since tts may have been read before it.
        expect(castingVersion === 0 || pendingKind === 'casting').toBe(true)
      }
      // Remaining data of a deleted script is removed when its command is acknowledged; the command is copied as well.
      const deleted = await db
        .collection<ScriptDocument>('scripts')
        .find({ pendingKind: 'deleted' })
        .toArray()
      const ids = new Set([...scripts, ...deleted].map(({ _id }) => _id))
      for (const name of ['notes', 'progress'])
        for (const { scriptId } of await db.collection<{ scriptId: string }>(name).find().toArray())
          expect(ids).toContain(scriptId)
    }
  } finally {
    done.abort()
    await writer
  }
  expect(changes).toBeGreaterThan(5)
})

test('decision 0060: reads the scripts only when `held` has resolved', async () => {
  const { stores, copy } = await world()
  await stores.scripts.insert(newScript('a'))
  const db = await copy(async () => {
    await stores.scripts.insert(newScript('b'))
    await stores.scripts.remove('a', 'r')
  })
  expect((await scriptsIn(db)).map(({ _id }) => _id)).toEqual(['b'])
  expect(await db.collection('scripts').findOne({ pendingKind: 'deleted' })).toMatchObject({ _id: 'a' })
})

test('decision 0048: a note that is copied before and after a change appears once', async () => {
  const { stores, copy, db } = await world()
  await stores.scripts.insert(newScript('a'))
  for (const id of ['n', 'm']) await stores.notes.add(note(id))
  const [first, second] = await db.collection('notes').find().sort({ version: 1 }).toArray()
  await stores.notes.change('a', 'n', 1, { text: 'new' }, new Date())
  await stores.notes.remove('a', 'm', new Date())
  await stores.notes.add(note('o'))
  // As they were read before the change.
  for (const old of [first!, second!]) await db.collection('notes').replaceOne({ _id: old._id }, old)
  const copied = await copy()
  const notes = copied.collection<{ note: { text: string } }>('notes').find({ note: { $exists: true } })
  expect((await notes.sort({ version: 1 }).toArray()).map(({ note: { text } }) => text)).toEqual([
    'new',
    'Text of o',
  ])
})

test('a position that is removed and added again during the copy appears once', async () => {
  const { stores, copy, db } = await world()
  await stores.scripts.insert(newScript('a'))
  // As a reader sees it that also reads the later one.
  await db.collection('progress').dropIndex('scriptId_1_uid_1')
  const place = { scriptId: 'a', uid: 'eve', lastPlayedLineIndex: 1, lastUpdated: new Date() }
  await db.collection('progress').insertMany([{ ...place }, { ...place }])
  expect(await (await copy()).collection('progress').countDocuments()).toBe(1)
})

test('decision 0060: the doctor finds data of a deleted script, ignores data that is being written, and repairs on request', async () => {
  const { stores, part, db } = await world()
  await stores.scripts.insert(newScript('a'))
  await stores.notes.add(note('n1'))
  const look = async (repair: boolean) => {
    const found = await part.examine({ repair, before: new Date(), scriptIds: NO_SCRIPTS })
    return Object.fromEntries(found.map((one) => [one.what, [one.found, one.repaired]]))
  }
  const well = {
    'rows whose parent is missing': [0, 0],
    'scripts without their lines': [0, 0],
    'drafts that their script does not list': [0, 0],
    'drafts without their lines': [0, 0],
    'scripts that differ from their present draft': [0, 0],
  }
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

test('decision 0101: a copy has the drafts of a script that loses one while it is made', async () => {
  const { stores, copy, db } = await world()
  await stores.scripts.insert(newScript('a'))
  await stores.scripts.addDraft('a', draft())
  await stores.scripts.addDraft('a', draft(3))
  const read = (await db.collection<ScriptDocument>('scripts').findOne({ _id: 'a' }))!
  const removed = { requestId: 'r', at: new Date() }
  expect(await stores.scripts.removeDraft('a', 3, removed)).toBe('changed')
  expect(await stores.scripts.removeDraft('a', 1, removed)).toBe('changed')
  // The script was read before the drafts were removed, its drafts afterwards.
  const server = { collection: (name: string) => db.collection(name) } as unknown as DocumentDb
  const copied = await copy()
  await copied.collection<ScriptDocument>('scripts').replaceOne({ _id: 'a' }, read)
  await repairCopy(copied, server)
  expect(await scriptsIn(copied)).toMatchObject([{ draft: { number: 2, count: 1 } }])
  expect((await examineScripts(copied, { repair: false })).map(({ found }) => found)).toEqual([0, 0, 0, 0, 0])
})

test('decision 0101: the doctor finds drafts without a script, drafts that no script lists, and damaged ones', async () => {
  const { stores, part, db } = await world()
  for (const id of ['a', 'b', 'c']) {
    await stores.scripts.insert(newScript(id))
    await stores.scripts.addDraft(id, draft())
  }
  const drafts = db.collection<DraftDocument>('drafts')
  const [first, second] = await drafts.find({ scriptId: 'a' }).sort({ number: 1 }).toArray()
  const look = async (repair: boolean) => {
    const found = await part.examine({ repair, before: new Date(), scriptIds: NO_SCRIPTS })
    return found.map((one) => [one.found, one.repaired])
  }
  expect(await look(false)).toEqual(Array.from({ length: 5 }, () => [0, 0]))
  await drafts.insertMany([
    { ...first!, _id: 'gone 1 x', scriptId: 'gone' },
    { ...first!, _id: 'a 9 unlisted' },
    { ...first!, _id: 'a 9 pending', pendingSince: new Date() },
    { _id: 'a 8 removed', scriptId: 'a', number: 8, ids: 'l1 2', removedAt: new Date() },
  ])
  await db.collection<FileDocument>('script_files').insertMany([
    { _id: 'gone 2 x', scriptId: 'gone', file: new Uint8Array(1) },
    { _id: 'a 9 unlisted', scriptId: 'a', file: new Uint8Array(1) },
  ])
  await drafts.updateOne({ _id: second!._id }, { $set: { lines: '[]' } })
  await drafts.deleteOne({ scriptId: 'b', number: 1 })
  const damaged = [
    [1, 0],
    [1, 0],
  ]
  expect(await look(false)).toEqual([[2, 0], [0, 0], [2, 0], ...damaged])
  expect(await look(true)).toEqual([[2, 2], [0, 0], [2, 2], ...damaged])
  expect(await look(false)).toEqual([[0, 0], [0, 0], [0, 0], ...damaged])
  expect(await stores.scripts.findLines('c', 1)).toBe(newScript('c').lines)
})
