import type { Note, NotesPage } from '@andscene/contracts/notes'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileHarness } from '../testing/harness.ts'
import type { Person } from '../testing/person.ts'
import { guestOf, invitationKey, invitedPerson, linked, newOwner } from '../testing/sharing.ts'

const harness = await fileHarness()
let ada: Person
let bob: Person
let script: string
let people: number
beforeEach(async () => {
  ;({ n: people, ada, script } = await newOwner(harness, 'Ada Lovelace'))
  const email = `bob.king.${people}@andscene.example`
  bob = await invitedPerson(harness, ada, { scriptId: script, uid: `bob-${people}`, email, role: 'editor' })
})

const notesPath = () => `/api/scripts/${script}/notes`
const write = async (person: Person) => {
  const { body } = await person.post(notesPath(), { _id: randomUUID(), lineId: 'l2', text: 'Slower' })
  return body.data.note as Note
}
const authorsSeenBy = async (person: Person) =>
  ((await person.get(notesPath())).body.data as NotesPage).notes.map(({ author }) => author)
const profileOf = async (person: Person) => (await person.get('/api/profile')).body.data.profile
const name = async (person: Person, wanted: string) =>
  (await person.put('/api/profile', { name: wanted })).body.data.profile
const saveCasting = async (person: Person, narrationVoiceId: string, version: number) =>
  person.post(`/api/scripts/${script}/assign-voices`, {
    narrationVoiceId,
    seen: { version, narrationVoiceId: null },
  })
const defaultName = () => `bob.king.${people}`

describe('product §2: the name that others see', () => {
  test('is by default that of the account or of its address; it can be set and removed', async () => {
    expect(await profileOf(ada)).toMatchObject({ defaultName: 'Ada Lovelace' })
    expect(await profileOf(bob)).toEqual({ defaultName: defaultName(), dailyNotes: false, sendsMail: false })
    expect(await name(bob, 'Ben')).toMatchObject({ name: 'Ben', defaultName: defaultName() })
    expect(await profileOf(bob)).toMatchObject({ name: 'Ben' })
    await bob.put('/api/profile', { dailyNotes: true })
    expect(await profileOf(bob)).toMatchObject({ name: 'Ben', dailyNotes: true })
    expect(await name(bob, ' \u200B ')).not.toHaveProperty('name')
    expect((await bob.put('/api/profile', { name: 'x'.repeat(61) })).status).toBe(400)
    expect((await bob.put('/api/profile', { name: 7 })).status).toBe(400)
  })

  test('is cleaned like the name of a guest, and is no other user’s', async () => {
    expect(await name(bob, ' Be\u202En  \u200BKing ')).toMatchObject({ name: 'Ben King' })
    expect(await profileOf(ada)).not.toHaveProperty('name')
  })

  test('is shown on earlier and later notes, on resolved ones and in the file, until it is removed', async () => {
    const early = await write(bob)
    expect(await authorsSeenBy(ada)).toEqual([defaultName()])
    await name(bob, 'Ben')
    await bob.put(`${notesPath()}/${early._id}/resolved`, { resolved: true })
    expect((await write(bob)).author).toBe('Ben')
    expect(await authorsSeenBy(ada)).toEqual(['Ben', 'Ben'])
    const [, resolved] = ((await ada.get(notesPath())).body.data as NotesPage).notes.toReversed()
    expect(resolved).toMatchObject({ resolvedBy: 'Ben' })
    const file = await (await ada.request('GET', `/api/scripts/${script}/file`)).text()
    expect(file).toContain('WriterName="Ben (collaborator)"')
    await name(bob, '')
    expect(await authorsSeenBy(ada)).toEqual([defaultName(), defaultName()])
  })

  test('is shown in casting conflicts', async () => {
    await name(bob, 'Ben')
    await saveCasting(bob, 'v1', 0)
    const { status, body } = await saveCasting(ada, 'v2', 0)
    expect(status).toBe(409)
    expect(body['present']).toMatchObject({ changes: [{ by: 'Ben' }] })
  })

  test('is shown on shared scripts, invitations and in the history', async () => {
    await name(ada, 'A. King')
    const shared = (await bob.get('/api/shared-scripts')).body.data.scripts
    expect(shared).toMatchObject([{ _id: script, sharedBy: 'A. King' }])
    const { key } = await invitationKey(ada, script, `dan.${people}@andscene.example`)
    const { body } = await harness.asGateway.post('/api/invitations/open', { key })
    expect(body.data).toMatchObject({ inviter: 'A. King' })
    const mail = harness.neighbours.mails.find(({ to }) => to.startsWith(`dan.${people}@`))
    expect(mail).toMatchObject({ inviter: 'A. King' })
    const { events } = (await ada.get(`/api/scripts/${script}/sharing/history`)).body.data
    expect(events.map(({ actor }: { actor: string }) => actor)).not.toContain('Ada Lovelace')
  })

  test.each(['Ada Lovelace', 'Аdа  lоvеlасе', 'Former collaborator'])(
    'that looks like that of the owner or of former collaborators is marked: %s',
    async (wanted) => {
      const { name: plain } = await name(bob, wanted)
      await write(bob)
      expect(await authorsSeenBy(ada)).toEqual([`${plain} (collaborator)`])
    },
  )

  test('of an owner is compared with the names of others, also before the owner opens the script again', async () => {
    await name(bob, 'Ben')
    await write(bob)
    await name(ada, 'Вen')
    expect(await authorsSeenBy(bob)).toEqual(['Ben (collaborator)'])
  })

  test('of a member is compared with the names of guests', async () => {
    const { token } = await linked(ada, script)
    const guest = await guestOf(harness, token)
    await guest.put(`/api/scripts/${script}/guest`, { name: 'Ben' })
    await write(guest)
    expect(await authorsSeenBy(ada)).toEqual(['Ben'])
    await name(bob, 'Ben')
    expect(await authorsSeenBy(ada)).toEqual(['Ben (guest)'])
    expect((await guest.get('/api/profile')).status).toBe(403)
    expect((await guest.put('/api/profile', { name: 'Ada' })).status).toBe(403)
  })

  test('product §10: is deleted with the account', async () => {
    const eve = harness.as(`eve-${people}`, { name: 'Eve' })
    await name(eve, 'Evelyn')
    await eve.delete('/api/account')
    expect((await eve.put('/api/profile', { name: 'Evelyn' })).status).toBe(401)
  })
})

const isOn = async () => (await profileOf(bob)).dailyNotes
const keyOfBob = async () => {
  await bob.put('/api/profile', { dailyNotes: true })
  const due = await harness.stores.profiles.due(new Date(Date.now() + 2 * 24 * 3_600_000), 1_000)
  return due.find(({ uid }) => uid === `bob-${people}`)!.key
}

describe('product §12: the link that stops the daily mail', () => {
  const FORM = 'List-Unsubscribe=One-Click'
  const stop = (key: string, body: string | FormData = FORM) =>
    harness.asGateway.call('POST', `/api/profile/unsubscribe?key=${key}`, {
      body,
      ...(body === FORM && { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    })
  test('is opened by mail programs with a form (RFC 8058), and works twice and without an account', async () => {
    const key = await keyOfBob()
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    for (const body of [FORM, form, '']) {
      await bob.put('/api/profile', { dailyNotes: true })
      expect((await stop(key, body)).status).toBe(200)
      expect((await stop(key, body)).status).toBe(200)
      expect(await isOn()).toBe(false)
    }
  })

  test('responds to an unknown key like to a known one, and stops nothing else', async () => {
    const key = await keyOfBob()
    for (const other of ['k'.repeat(43), `${key}x`, key.slice(0, -1)])
      expect((await stop(other)).status).toBe(200)
    for (const wrong of ['', 'k'.repeat(201), 'a&key=b']) expect((await stop(wrong)).status).toBe(400)
    expect((await harness.asGateway.get(`/api/profile/unsubscribe?key=${key}`)).status).toBe(405)
    expect((await stop(key, 'x'.repeat(5_000))).status).toBe(413)
    expect(await isOn()).toBe(true)
  })
})
