import type { Note, NotePerson, NotesPage } from '@andscene/contracts/notes'
import { NOTE_MENTIONS_LIMIT, SEEN_NOTES_LIMIT } from '@andscene/contracts/limits'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileHarness } from '../testing/harness.ts'
import type { Person } from '../testing/person.ts'
import { guestOf, invitedPerson, linked, newOwner } from '../testing/sharing.ts'

const harness = await fileHarness()
let ada: Person
let bob: Person
let cleo: Person
let grace: Person & { uid: string }
let script: string
beforeEach(async () => {
  let n: number
  ;({ n, ada, script } = await newOwner(harness))
  const invite = (name: string, role: string) =>
    invitedPerson(harness, ada, {
      scriptId: script,
      uid: `${name}-${n}`,
      email: `${name}.${n}@andscene.example`,
      role,
      name,
    })
  bob = await invite('Bob', 'editor')
  cleo = await invite('Cleo', 'commenter')
  await invite('Lou', 'listener')
  grace = await guestOf(harness, (await linked(ada, script)).token)
  await grace.put(`/api/scripts/${script}/guest`, { name: 'Grace' })
  // Names are stored at the next visit.
  for (const person of [ada, bob, cleo]) await person.get(`/api/scripts/${script}`)
})
const path = () => `/api/scripts/${script}/notes`
const written = async (person: Person, note: object = {}) => {
  const _id = randomUUID()
  const { body, status } = await person.post(path(), { _id, lineId: 'l2', text: 'Slower', ...note })
  if (status !== 200) throw new Error(`${status} ${body.error}`)
  return body.data.note as Note
}
const page = async (person: Person) => (await person.get(path())).body.data as NotesPage
const people = async (person: Person) =>
  (await person.get(`${path()}/people`)).body.data.people as NotePerson[]
const keyOf = async (person: Person, name: string) =>
  (await people(person)).find((one) => one.name === name)?.key ?? 'unknown'

const seen = (person: Person, body: object) => person.put(`${path()}/seen`, body)
const newIn = async (person: Person, list = '/api/scripts') =>
  (await person.get(list)).body.data.scripts.find(({ _id }: { _id: string }) => _id === script).newNotes

describe('product §12: mentions', () => {
  test('list the owner and the collaborators who read notes, without the caller and any address', async () => {
    const names = async (person: Person) => (await people(person)).map(({ name, kind }) => `${kind} ${name}`)
    expect(await names(ada)).toEqual(['collaborator Bob', 'collaborator Cleo'])
    expect(await names(bob)).toEqual(['owner Ada', 'collaborator Cleo'])
    const text = JSON.stringify(await people(bob))
    expect(text).not.toMatch(/andscene|ada-|cleo-/)
  })

  test('of a guest name only the owner, whatever keys the guest sends', async () => {
    expect((await people(grace)).map(({ name }) => name)).toEqual(['Ada'])
    const mentions = [await keyOf(ada, 'Bob'), await keyOf(grace, 'Ada')]
    const note = await written(grace, { text: '@Bob and @Ada, slower', mentions })
    expect(note.mentions).toEqual([{ name: 'Ada', mine: false }])
  })

  test('are stored as references and marked for the mentioned user only', async () => {
    const mentions = [await keyOf(ada, 'Bob'), await keyOf(ada, 'Cleo')]
    await written(ada, { text: '@Bob, slower', mentions })
    const of = async (person: Person) => (await page(person)).notes[0]!.mentions
    expect(await of(ada)).toEqual([{ name: 'Bob', mine: false }])
    expect(await of(bob)).toEqual([{ name: 'Bob', mine: true }])
    expect(JSON.stringify(await page(cleo))).not.toContain('bob-')
  })

  test('stay when the text still contains them, also if the client does not send them again', async () => {
    const note = await written(ada, { text: '@Bob, slower', mentions: [await keyOf(ada, 'Bob')] })
    const change = async (body: object) => {
      const { version } = (await page(ada)).notes[0]!
      return (await ada.patch(`${path()}/${note._id}`, { version, ...body })).body.data.note as Note
    }
    expect((await change({ text: '@Bob, faster' })).mentions).toEqual([{ name: 'Bob', mine: false }])
    const both = await change({ text: '@Bob and @Cleo', mentions: [await keyOf(ada, 'Cleo')] })
    expect(both.mentions?.map(({ name }) => name)).toEqual(['Bob', 'Cleo'])
    expect((await change({ text: 'Faster' })).mentions).toBeUndefined()
  })

  test('of unknown people, and of too many, are dropped or rejected', async () => {
    const note = await written(ada, { text: '@Bob @Lou', mentions: ['unknown', 'x'.repeat(64)] })
    expect(note.mentions).toBeUndefined()
    const refused = async (mentions: unknown) =>
      (await ada.post(path(), { _id: randomUUID(), lineId: 'l2', text: 'Hi', mentions })).status
    expect(await refused(Array.from({ length: NOTE_MENTIONS_LIMIT + 1 }, () => 'x'))).toBe(400)
    expect(await refused(['$ne'])).toBe(400)
    expect(await refused([{ uid: 'bob' }])).toBe(400)
  })

  test('keep the text, but no reference, when the account of the mentioned user is deleted', async () => {
    await written(ada, { text: '@Bob, slower', mentions: [await keyOf(ada, 'Bob')] })
    await bob.delete('/api/account')
    await expect.poll(async () => (await page(ada)).notes[0]).not.toHaveProperty('mentions')
    expect((await page(ada)).notes[0]).toMatchObject({ text: '@Bob, slower' })
  })
})

describe('product §12: new notes', () => {
  test('are counted in the lists of those who read notes, until they are seen', async () => {
    const note = await written(bob)
    await written(grace)
    expect([await newIn(ada), await newIn(bob, '/api/shared-scripts')]).toEqual([2, 1])
    expect((await page(ada)).seen).toEqual({ version: 0, also: [] })
    await seen(ada, { version: 0, also: [note.createdVersion] })
    expect(await newIn(ada)).toBe(1)
    await seen(ada, { version: 2 })
    expect(await newIn(ada)).toBeUndefined()
    expect((await page(ada)).seen).toEqual({ version: 2, also: [] })
    expect((await page(bob)).seen).toEqual({ version: 0, also: [] })
  })

  test('are not counted for listeners', async () => {
    await written(ada)
    const { n, ada: eve } = await newOwner(harness)
    const email = `ear.${n}@andscene.example`
    const ear = await invitedPerson(harness, ada, {
      scriptId: script,
      uid: `ear-${n}`,
      email,
      role: 'listener',
    })
    expect(await newIn(ear, '/api/shared-scripts')).toBeUndefined()
    expect((await seen(ear, { version: 1 })).status).toBe(404)
    expect((await seen(eve, { version: 1 })).status).toBe(404)
    expect((await seen(grace, { version: 1 })).status).toBe(403)
    expect(await page(grace)).not.toHaveProperty('seen')
  })

  test('that are written later are new, whatever version a client marks as seen', async () => {
    await written(bob)
    expect((await seen(ada, { version: 60_000_000, also: [60_000_000] })).status).toBe(200)
    await written(bob)
    expect(await newIn(ada)).toBe(1)
    const also = Array.from({ length: SEEN_NOTES_LIMIT + 1 }, (_, at) => at + 1)
    for (const wrong of [
      { version: -1 },
      { version: 1e12 },
      { version: 1, also },
      { version: 1, also: ['1'] },
      {},
    ])
      expect((await seen(ada, wrong)).status).toBe(400)
  })
})
