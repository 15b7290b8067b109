import type { Note, NotesPage } from '@andscene/contracts/notes'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileHarness } from '../testing/harness.ts'
import type { Person } from '../testing/person.ts'
import { guestOf, invitedPerson, linked, newOwner } from '../testing/sharing.ts'

const harness = await fileHarness()
let ada: Person
let bob: Person
let script: string
let link: string
let people: number
beforeEach(async () => {
  ;({ n: people, ada, script } = await newOwner(harness, 'Ada Lovelace'))
  link = (await linked(ada, script)).token
  const email = `bob.${people}@andscene.example`
  const uid = `bob-${people}`
  bob = await invitedPerson(harness, ada, { scriptId: script, uid, email, role: 'commenter', name: 'Bob' })
  await bob.get(`/api/scripts/${script}`)
})

const notesPath = () => `/api/scripts/${script}/notes`
const written = async (person: Person, over: object = {}) => {
  const note = { _id: randomUUID(), lineId: 'l2', text: 'Slower', ...over }
  const { body, status } = await person.post(notesPath(), note)
  if (status !== 200) throw new Error(`${status} ${body.error}`)
  return body.data.note as Note
}
/** The path of all notes of this note's author. */
const all = ({ _id }: Pick<Note, '_id'>) => `${notesPath()}/${_id}/author/notes`
const seenBy = async (person: Person) => ((await person.get(notesPath())).body.data as NotesPage).notes
const guest = async (name: string, token = link) => {
  const person = await guestOf(harness, token)
  const { body, status } = await person.put(`/api/scripts/${script}/guest`, { name })
  return Object.assign(person, { status, named: body.data?.guest?.name as string })
}

describe('product §12: the author of a note', () => {
  test("has a kind, the author's relation to the script, in every response", async () => {
    const gus = await guest('Gus')
    const notes = [await written(ada), await written(bob), await written(gus)]
    const kinds = ['owner', 'collaborator', 'guest']
    expect(notes.map(({ authorKind }) => authorKind)).toEqual(kinds)
    for (const person of [ada, bob, gus])
      expect((await seenBy(person)).map(({ authorKind }) => authorKind)).toEqual(kinds)
    const [, , theirs] = notes
    const edit = { version: theirs!.version, text: 'Faster' }
    const edited = (await gus.patch(`${notesPath()}/${theirs!._id}`, edit)).body.data.note
    expect(edited).toMatchObject({ authorKind: 'guest' })
    const resolved = await gus.put(`${notesPath()}/${notes[0]!._id}/resolved`, { resolved: true })
    expect(resolved.body.data.note).toMatchObject({ authorKind: 'owner', resolvedByKind: 'guest' })
  })

  test.each([
    ['Cyrillic letters and zero-width characters', 'Аdа Lоvеlасе\u200B'],
    ["a collaborator's name", 'Воb'],
    ['that of former collaborators', 'Former collaborator'],
  ])('is "Name (guest)" for a guest with the name of a member: %s', async (_how, name) => {
    const gus = await guest(name)
    const note = await written(gus)
    await gus.put(`${notesPath()}/${note._id}/resolved`, { resolved: true })
    for (const person of [ada, gus]) {
      const [seen] = await seenBy(person)
      expect(seen!.author).toBe(`${gus.named} (guest)`)
      expect(seen!.resolvedBy).toBe(`${gus.named} (guest)`)
    }
    expect(gus.named).not.toMatch(/[\u200B\u2060]| {2}|^ | $/)
  })

  test('has no suffix for a guest with a unique name, until a member takes that name', async () => {
    await written(await guest('Gus'))
    expect(await seenBy(ada)).toMatchObject([{ author: 'Gus' }])
    const renamed = harness.as(`ada-${people}`, { name: 'Gus' })
    expect(await seenBy(renamed)).toMatchObject([{ author: 'Gus (guest)' }])
  })

  test.each(['Ada Lovelace', 'Аdа  lоvеlасе'])(
    'is "Name (collaborator)" for a collaborator with the name of the owner: %s',
    async (name) => {
      const eve = harness.as(`bob-${people}`, { name })
      await written(ada)
      const theirs = await written(eve)
      await eve.put(`${notesPath()}/${theirs._id}/resolved`, { resolved: true })
      const [own, seen] = await seenBy(ada)
      expect([own!.author, own!.authorKind]).toEqual(['Ada Lovelace', 'owner'])
      expect(seen).toMatchObject({ authorKind: 'collaborator' })
      for (const shown of [seen!.author, seen!.resolvedBy])
        expect(shown).toMatch(/^\S+ \S+ \(collaborator\)$/)
    },
  )

  test('must not have an invisible name', async () => {
    expect((await guest('\u200B\u3164 \u2066')).status).toBe(400)
  })

  test('can be matched across notes by the owner only', async () => {
    const gus = await guest('Gus')
    for (const person of [gus, await guest('Gus'), gus, ada]) await written(person)
    const [first, other, again, own] = (await seenBy(ada)).map(({ authorKey }) => authorKey)
    expect(again).toBe(first)
    expect(new Set([first, other, own]).size).toBe(3)
    for (const person of [bob, gus])
      for (const note of await seenBy(person))
        for (const key of ['authorKey', 'linkKey']) expect(note).not.toHaveProperty(key)
  })
})

describe('product §12: all notes of one author', () => {
  test('are deleted in one action by the owner; notes that others answered stay without their text', async () => {
    const [gus, gil] = [await guest('Gus'), await guest('Gus')]
    const answered = await written(gus)
    await written(gus)
    await written(ada, { replyTo: answered._id, text: 'Why?' })
    const kept = await written(gil)
    const own = await written(ada)
    await written(gus, { replyTo: own._id })
    for (const person of [bob, gil]) expect((await person.delete(all(answered))).status).not.toBe(200)
    const { status, body } = await ada.delete(all(answered))
    expect([status, body.data]).toEqual([200, { deleted: 3 }])
    const left = (await seenBy(ada)).map(({ author, text }) => `${author}: ${text}`).toSorted()
    expect(left).toEqual(['Ada Lovelace: Slower', 'Ada Lovelace: Why?', 'Gus: ', 'Gus: Slower'])
    expect((await seenBy(gil)).find(({ mine }) => mine)?._id).toBe(kept._id)
    expect((await ada.delete(all({ _id: randomUUID() }))).status).toBe(404)
  })

  test('of one link are deleted likewise, however many guests wrote them', async () => {
    const other = (await linked(ada, script)).token
    for (const name of ['Gus', 'Gil', 'Gem']) await written(await guest(name))
    const gil = await guest('Gil', other)
    const kept = await written(gil)
    const own = await written(ada)
    const [first, second] = await seenBy(ada)
    expect([first!.linkKey, second!.linkKey === first!.linkKey]).toEqual([expect.any(String), true])
    for (const person of [bob, gil])
      expect((await person.delete(`${notesPath()}/${first!._id}/link/notes`)).status).not.toBe(200)
    expect((await ada.delete(`${notesPath()}/${own._id}/link/notes`)).status).toBe(404)
    const { body } = await ada.delete(`${notesPath()}/${first!._id}/link/notes`)
    expect(body.data).toEqual({ deleted: 3 })
    expect((await seenBy(ada)).map(({ _id }) => _id)).toEqual([kept._id, own._id])
  })
})
