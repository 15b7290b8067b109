import type { Note, NotesPage } from '@andscene/contracts/notes'
import { fdxFile } from '@andscene/testing/fdx-file'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileHarness, SOON } from '../testing/harness.ts'
import type { Person } from '../testing/person.ts'
import { guestOf, invitedPerson, linked, newOwner } from '../testing/sharing.ts'
import { NotesFull } from '../store/note-room.ts'
import type { NewNote } from '../store/note-store.ts'
import { addNote } from './note-routes.ts'

const harness = await fileHarness()
let ada: Person
let grace: Person
let script: string
let people: number
beforeEach(async () => {
  ;({ n: people, ada, script } = await newOwner(harness))
  grace = await guestOf(harness, (await linked(ada, script)).token)
  await grace.put(`/api/scripts/${script}/guest`, { name: 'Grace' })
})
const notesPath = () => `/api/scripts/${script}/notes`
const write = (person: Person, note: object = {}) =>
  person.post(notesPath(), { _id: randomUUID(), lineId: 'l2', text: 'Slower', ...note })
const written = async (person: Person, note: object = {}) => {
  const { body, status } = await write(person, note)
  if (status !== 200) throw new Error(`${status} ${body.error}`)
  return body.data.note as Note
}
const all = async (person: Person) => (await person.get(notesPath())).body.data as NotesPage

describe('product §12: notes', () => {
  test('belong to a line, or to characters of it, and name their author', async () => {
    const { lines } = (await ada.get(`/api/scripts/${script}`)).body.data.script.content
    const note = await written(grace, { range: { start: 0, end: 4 }, colour: 'blue', category: 'Story' })
    expect(note).toEqual({
      _id: note._id,
      lineId: 'l2',
      range: { start: 0, end: 4 },
      quote: lines[1].text.slice(0, 4),
      text: 'Slower',
      colour: 'blue',
      category: 'Story',
      author: 'Grace',
      authorKind: 'guest',
      mine: true,
      createdAt: expect.any(String),
      createdVersion: 1,
      version: 1,
    })
    const seen = (await all(ada)).notes
    const keys = { authorKey: expect.any(String), linkKey: expect.any(String) }
    expect(seen).toEqual([{ ...note, mine: false, ...keys }])
    expect(JSON.stringify(seen)).not.toContain('guest-')
  })

  test('store the time in the line at which they were started; answers have none', async () => {
    const note = await written(ada, { atMs: 3_250 })
    expect(note).toMatchObject({ atMs: 3_250 })
    expect((await all(grace)).notes).toMatchObject([{ atMs: 3_250 }])
    expect(await written(ada, { replyTo: note._id, atMs: 9 })).not.toHaveProperty('atMs')
  })

  test('must start and end at whole characters, including those of two UTF-16 units', async () => {
    const file = fdxFile([{ type: 'Action', text: 'A 🎭 mask.' }])
    script = await ada.newScript(file)
    const refused = await write(ada, { lineId: 'l1', range: { start: 0, end: 3 } })
    const error = 'The characters of the note are not in its line'
    expect(refused).toMatchObject({ status: 400, body: { error } })
    expect((await write(ada, { lineId: 'l1', range: { start: 3, end: 6 } })).status).toBe(400)
    expect(await written(ada, { lineId: 'l1', range: { start: 2, end: 4 } })).toMatchObject({ quote: '🎭' })
  })

  test('reject the id of a note by another user', async () => {
    const { _id } = await written(ada)
    expect((await write(grace, { _id })).status).toBe(409)
  })

  test.each([
    [{ text: '' }, /^The note/],
    [{ text: ' \n' }, /The note is empty/],
    [{ text: 'x'.repeat(2_001) }, /^The note .*2.?000/],
    [{ range: { start: 3, end: 3 } }, /not in its line/],
    [{ range: { start: 0, end: 9_999 } }, /not in its line/],
    [{ colour: 'red' }, /colour/],
    [{ atMs: -1 }, /time in the line/],
    [{ _id: 'short' }, /id of the note/],
  ])('reject %j with a sentence', async (wrong, sentence) => {
    const { status, body } = await write(ada, wrong)
    expect(status).toBe(400)
    expect(body.error).toMatch(sentence)
  })

  test('accept 2,000 characters, and reject an unknown line', async () => {
    expect((await write(ada, { text: '𝄞'.repeat(1_000) })).status).toBe(200)
    expect((await write(ada, { lineId: 'l99' })).status).toBe(404)
  })

  test('require a guest to set a name first', async () => {
    const nameless = await guestOf(harness, (await linked(ada, script)).token)
    const { status, body } = await write(nameless)
    expect([status, body.error]).toEqual([400, 'Enter your name before your first note'])
  })

  test('attach replies, also replies to replies, to the first note', async () => {
    const note = await written(grace)
    const reply = await written(ada, { replyTo: note._id, lineId: 'l1', text: 'Why?' })
    expect(reply).toMatchObject({ replyTo: note._id, lineId: 'l2' })
    expect(await written(grace, { replyTo: reply._id, text: 'Just so' })).toMatchObject({ replyTo: note._id })
    expect((await write(grace, { replyTo: randomUUID() })).status).toBe(404)
  })

  test('are edited by version: of two concurrent edits one conflicts, and nothing is overwritten', async () => {
    const note = await written(ada)
    const edit = (text: string) => ada.patch(`${notesPath()}/${note._id}`, { version: note.version, text })
    const edits = await Promise.all([edit('One'), edit('Two')])
    expect(edits.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const kept = edits.find(({ status }) => status === 200)!.body.data.note as Note
    const refused = edits.find(({ status }) => status === 409)!.body
    expect(refused.present).toEqual(kept)
    expect((await all(ada)).notes).toEqual([kept])
    expect(kept).toMatchObject({ editedAt: expect.any(String), version: note.version + 1 })
  })

  test('product §7 are returned since a version, with the ids of removed ones', async () => {
    const first = await written(ada)
    const { version } = await all(ada)
    await ada.delete(`${notesPath()}/${first._id}`)
    const { _id } = await written(grace)
    const since = async (known: number) =>
      (await ada.get(`${notesPath()}?after=${known}`)).body.data as NotesPage
    const page = await since(version)
    expect(page).toMatchObject({ notes: [{ _id }], removed: [first._id], more: false, reset: false })
    expect(await since(page.version)).toMatchObject({ notes: [], removed: [], version: page.version })
  })

  test('can be resolved and reopened by all who may write notes', async () => {
    const { _id } = await written(ada)
    const resolve = async (resolved: boolean) =>
      (await grace.put(`${notesPath()}/${_id}/resolved`, { resolved })).body.data.note as Note
    expect(await resolve(true)).toMatchObject({ resolvedBy: 'Grace', resolvedAt: expect.any(String) })
    expect(await resolve(false)).not.toHaveProperty('resolvedAt')
  })

  test('are edited only by their author; the owner may also delete those of others', async () => {
    const [hers, theirs] = [await written(grace), await written(ada)]
    const edit = (person: Person, { _id, version }: Note) =>
      person.patch(`${notesPath()}/${_id}`, { version, text: 'Mine now' })
    expect((await edit(ada, hers)).status).toBe(404)
    expect((await edit(grace, theirs)).status).toBe(404)
    expect((await grace.delete(`${notesPath()}/${theirs._id}`)).status).toBe(404)
    expect((await ada.delete(`${notesPath()}/${hers._id}`)).status).toBe(200)
    expect((await all(ada)).notes).toEqual([theirs])
  })
})

describe('product §10: the notes of a deleted account', () => {
  test("are removed, or stay without the author's name if others answered them", async () => {
    const email = `bob.${people}@andscene.example`
    const uid = `bob-${people}`
    const bob = await invitedPerson(harness, ada, { scriptId: script, uid, email, name: 'Bob Miller' })
    const [answered] = [await written(bob, { text: 'Keep' }), await written(bob, { text: 'Goes' })]
    await written(ada, { replyTo: answered._id, text: 'Why?' })
    await bob.delete('/api/account')
    const texts = async () =>
      (await all(ada)).notes.map(({ text, author }) => `${author}: ${text}`).toSorted()
    await expect.poll(texts, SOON).toEqual(['Ada: Why?', 'Former collaborator: Keep'])
    const kept = async () =>
      JSON.stringify([
        (await ada.get(`/api/scripts/${script}/sharing`)).body,
        (await ada.get(`/api/scripts/${script}/sharing/history`)).body,
      ])
    await expect.poll(kept, SOON).not.toContain(email)
    expect(await kept()).not.toContain('Bob Miller')
  })
})

test.each([
  ['all', 'A script can have at most 5,000 notes. Delete some first.'],
  ['others', 'All users except the owner can write at most 4,000 notes. Ask the owner to delete some.'],
  ['guests', 'Guests can write at most 3,000 notes on a script. Ask the owner to delete some.'],
  ['link', 'The guests of a link can write at most 1,000 notes. Ask the owner to delete some.'],
  ['guest', 'A guest can write at most 200 notes on a script. Delete some of yours first.'],
] as const)('product §12 the error at the limit %j is: %s', async (of, message) => {
  const full = { add: () => Promise.reject(new NotesFull(of)) }
  await expect(addNote(full, {} as NewNote)).rejects.toMatchObject({ code: 'CONFLICT', message })
})
