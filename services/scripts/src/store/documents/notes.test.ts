import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeCall, dies, dyingAfterCall } from '../../testing/around-call.ts'
import { embeddedStores } from '../../testing/fresh-stores.ts'
import { byEve, note, roomOf } from '../../testing/new-note.ts'
import { follower } from '../../testing/note-follower.ts'
import { script } from '../../testing/new-script.ts'
import { SETTLED_MS } from './accounts.ts'
import { NOTE_ROOM, requireRoom } from '../note-room.ts'
import type { Stores } from '../open-stores.ts'
import { noteCollection } from './note-documents.ts'
import { noteStore } from './notes.ts'
import { scriptStore } from './scripts.ts'

let db: DocumentDb
let stores: Stores
let store: Stores['notes']
beforeEach(async () => {
  ;({ db, stores } = await embeddedStores())
  store = stores.notes
  await stores.scripts.insert(script('a'))
})
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000)
const written = async () => JSON.stringify(await noteCollection(db).find({}).toArray())
/** A store whose process dies after inserting a change, before it empties what the change replaces. */
const dying = () => noteStore(dyingAfterCall(db, 'notes', 'insertOne'))
/** A store that runs `meanwhile` after it has found that a note is new. */
const whoseAdding = (
  meanwhile: () => Promise<void>,
  limits = { room: roomOf(9), history: 1 },
  now = Date.now,
) => noteStore(beforeCall(db, 'notes', 'findOne', meanwhile), limits, now)

describe('a process that dies within a change', () => {
  test('has changed the note, and the next change empties the old document', async () => {
    await store.add(note('n', { text: 'old' }))
    await store.add(note('m'))
    await expect(dying().change('a', 'n', 1, { text: 'new' }, at(1))).rejects.toThrow('died')
    expect(await store.find('a', 'n')).toMatchObject({ text: 'new', version: 3 })
    expect((await store.all('a')).map(({ text }) => text)).toEqual(['Text of m', 'new'])
    expect((await store.changes('a', 0, 9)).notes.map(({ version }) => version)).toEqual([2, 3])
    expect((await follower(store, 1).all()).map(({ text }) => text)).toEqual(['Text of m', 'new'])
    expect(await written()).toContain('old')
    await store.add(note('o'))
    expect(await written()).not.toContain('old')
  })

  test('has removed the notes, and the next change empties their documents', async () => {
    await store.add(note('n', { text: 'old' }))
    await store.add(note('r', { replyTo: 'n', text: 'old' }))
    await expect(dying().remove('a', 'n', at(1))).rejects.toThrow('died')
    expect([await store.find('a', 'n'), await store.find('a', 'r')]).toEqual([undefined, undefined])
    expect(await store.all('a')).toEqual([])
    expect(await store.changes('a', 0, 9)).toMatchObject({ notes: [], removed: ['r', 'n'], version: 4 })
    expect(await follower(store, 1).all()).toEqual([])
    expect(await store.remove('a', 'n', at(2))).toBe(false)
    expect(await written()).not.toContain('old')
  })

  test('product §10: leaves no data of a user once the removal is repeated', async () => {
    await store.add(note('n', byEve))
    await store.add(note('r', { replyTo: 'n' }))
    await store.add(note('m', byEve))
    await expect(dying().removeOf('eve')).rejects.toThrow('died')
    await expect(dying().removeOf('eve')).rejects.toThrow('died')
    await store.removeOf('eve')
    expect((await store.all('a')).map(({ id }) => id)).toEqual(['n', 'r'])
    expect(await written()).not.toMatch(/eve/i)
  })
})

test('a late writer cannot reuse a version, and documents that only reserve versions are removed later', async () => {
  const clock = { now: Date.UTC(2026, 0, 1) }
  const notes = noteStore(db, { room: roomOf(9), history: 1 }, () => clock.now)
  await notes.add(note('n'))
  const edit = async () => notes.change('a', 'n', (await notes.find('a', 'n'))!.version, { text: 'x' }, at(1))
  const late = whoseAdding(
    async () => {
      for (let n = 0; n < 5; n += 1) await edit()
      clock.now += SETTLED_MS + 1
      await edit()
    },
    undefined,
    () => clock.now,
  )
  expect(await late.add(note('late'))).toMatchObject({ version: 8 })
  const versions = (await notes.all('a')).map(({ id, version }) => `${id} ${version}`)
  expect(versions).toEqual(['late 8', 'n 7'])
  expect(await noteCollection(db).countDocuments()).toBe(2)
})

test('product §10: a note that is added while its script is removed leaves no data', async () => {
  const adding = whoseAdding(async () => {
    await stores.scripts.remove('a', 'r')
    for (const command of await stores.commands.due(new Date(8.64e15), 9))
      await stores.commands.acknowledge(command)
  })
  expect(await adding.add(note('n'))).toBeUndefined()
  expect(await written()).toBe('[]')
})

test("product §10: a note that is added while its author's account is erased leaves no data", async () => {
  const adding = whoseAdding(async () => {
    await stores.accounts.close({ uid: 'eve', requestId: 'r' }, at(0))
    await store.removeOf('eve')
  })
  await expect(adding.add(note('n', byEve))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await written()).not.toMatch(/eve/i)
})

describe('when a process dies while it stores a script', () => {
  const uploadedAt = at(10)

  test('before the script, a sweep removes the file after some time', async () => {
    const dead = scriptStore(beforeCall(db, 'scripts', 'insertOne', dies))
    await expect(dead.insert(script('b', { uploadedAt }))).rejects.toThrow('died')
    expect(await stores.scripts.find('b', [])).toBeUndefined()
    const files = db.collection('script_files')
    await stores.scripts.sweepFiles(uploadedAt)
    expect(await files.countDocuments()).toBe(2)
    await stores.scripts.sweepFiles(at(11))
    expect(await files.countDocuments()).toBe(1)
    expect(await stores.scripts.findFile('a')).toBeDefined()
  })

  test('after the script, both stay', async () => {
    const unmarking = beforeCall(db, 'script_files', 'updateOne', dies)
    const dead = scriptStore(beforeCall(unmarking, 'scripts', 'deleteOne', dies))
    await expect(dead.insert(script('b', { uploadedAt }))).rejects.toThrow('died')
    await stores.scripts.sweepFiles(at(11))
    expect(await stores.scripts.find('b', [])).toBeDefined()
    expect(await stores.scripts.findFile('b')).toBeDefined()
    const marked = { pendingSince: { $exists: true } }
    expect(await db.collection('script_files').countDocuments(marked)).toBe(0)
  })
})

test('decision 0070: the owner can add notes to a script that others filled in an older release', () => {
  const filled = { all: NOTE_ROOM.all, owner: 0, guests: NOTE_ROOM.all, link: 0, own: 0 }
  const add = (authorId: string, owner: number) => () =>
    requireRoom({ authorId, ownerId: 'ada' }, { ...filled, owner, all: filled.all + owner }, NOTE_ROOM)
  expect(add('ada', 0)).not.toThrow()
  expect(add('ada', NOTE_ROOM.all - NOTE_ROOM.others)).toThrow('no note more of all')
  expect(add('eve', 0)).toThrow('no note more of others')
})
