import { beforeEach, describe, expect, test } from 'vitest'
import { fileHarness } from '../testing/harness.ts'
import type { Person } from '../testing/person.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { exchange, guestOf, invitedPerson, linked, withAddress } from '../testing/sharing.ts'

const harness = await fileHarness()
let ada: Person
let script: string
let lineId: string
let people = 0
beforeEach(async () => {
  people += 1
  ada = harness.as(`ada-${people}`, { name: 'Ada', ...withAddress(`ada.${people}@andscene.example`) })
  const { data } = (await ada.upload(SHORT_SCRIPT)).body
  script = data.script._id as string
  lineId = data.script.content.lines[0]._id as string
})
const keyOf = (who: string) => `${who}${people}`.padEnd(43, 'k')
const opened = async (token: string, keys: object = {}, passphrase?: string) =>
  (await exchange(harness, token, passphrase, keys)).body.data
const statusOf = async (token: string, guestKey: string) =>
  (await exchange(harness, token, undefined, { guestKey })).status
const claim = (person: Person, guestKey = keyOf('g'), of = script) =>
  person.post(`/api/scripts/${of}/guest/claim`, { guestKey })
const account = (name: string, claims: object = {}) =>
  harness.as(`${name}-${people}`, { ...withAddress(`${name}.${people}@andscene.example`), ...claims })
const linkOf = async () => (await ada.get(`/api/scripts/${script}/sharing`)).body.data.links[0]
const noteId = (n: number) => `a-note-of-the-guest-${people}-${n}`
const write = (person: Person, n: number) =>
  person.post(`/api/scripts/${script}/notes`, { _id: noteId(n), lineId, text: `Note ${n}` })
const notesSeenBy = async (person: Person) =>
  (await person.get(`/api/scripts/${script}/notes`)).body.data.notes

describe('decision 0065: a guest who comes again', () => {
  test('is the same one, with the same name, and is counted once', async () => {
    const { token } = await linked(ada, script)
    const first = await opened(token, { newKey: keyOf('g') })
    expect(first).toMatchObject({ isNew: true })
    const guest = await guestOf(harness, token, { guestKey: keyOf('g'), newKey: keyOf('other') })
    expect(guest.uid).toBe(first.guestId)
    await guest.put(`/api/scripts/${script}/guest`, { name: 'Grace' })
    const again = await opened(token, { guestKey: keyOf('g'), newKey: keyOf('third') })
    expect(again).toMatchObject({ guestId: first.guestId, guestName: 'Grace' })
    expect(again.isNew).toBeUndefined()
    expect(await linkOf()).toMatchObject({ opens: 1, guests: [{ name: 'Grace' }] })
    const { events } = (await ada.get(`/api/scripts/${script}/sharing/history`)).body.data
    expect(events.filter(({ kind }: { kind: string }) => kind === 'opened')).toHaveLength(1)
  })

  test('is distinguished from a new guest when only known ones are requested', async () => {
    const { token } = await linked(ada, script)
    const first = await opened(token, { newKey: keyOf('g') })
    const onlyKnown = async (guestKey: string) =>
      exchange(harness, token, undefined, { guestKey, newKey: keyOf('n'), onlyKnown: true })
    expect((await onlyKnown(keyOf('g'))).body.data.guestId).toBe(first.guestId)
    expect((await onlyKnown(keyOf('x'))).status).toBe(404)
    expect(await linkOf()).toMatchObject({ opens: 1 })
  })

  test('needs no passphrase, whose link has one; a key of another link is none', async () => {
    const secret = await linked(ada, script, { passphrase: 'open sesame' })
    const other = await linked(ada, script)
    const first = await opened(secret.token, { newKey: keyOf('s') }, 'open sesame')
    expect(await statusOf(secret.token, keyOf('s'))).toBe(200)
    expect((await opened(secret.token, { guestKey: keyOf('s') })).guestId).toBe(first.guestId)
    await opened(other.token, { newKey: keyOf('o') })
    expect(await statusOf(secret.token, keyOf('o'))).toBe(404)
    expect(await statusOf(secret.token, keyOf('unknown'))).toBe(404)
  })

  test('is refused once the link is revoked, as everybody', async () => {
    const { token, linkId } = await linked(ada, script)
    await opened(token, { newKey: keyOf('g') })
    await ada.delete(`/api/scripts/${script}/links/${linkId}`)
    expect((await exchange(harness, token, undefined, { guestKey: keyOf('g') })).status).toBe(404)
  })
})

describe('decision 0065: a guest who becomes an account', () => {
  test('keeps notes, place and name, and is a collaborator with the role of the link', async () => {
    const { token } = await linked(ada, script)
    const guest = await guestOf(harness, token, { newKey: keyOf('g') })
    await guest.put(`/api/scripts/${script}/guest`, { name: 'Grace' })
    await guest.put(`/api/scripts/${script}/progress`, { lastPlayedLineIndex: 4 })
    await write(guest, 1)
    const grace = account('grace')
    expect(await claim(grace)).toMatchObject({ status: 200, body: { data: { role: 'commenter' } } })
    expect(await notesSeenBy(grace)).toMatchObject([
      { _id: noteId(1), text: 'Note 1', author: 'Grace', authorKind: 'collaborator', mine: true },
    ])
    expect((await grace.get(`/api/scripts/${script}/progress`)).body.lastPlayedLineIndex).toBe(4)
    const { collaborators, links } = (await ada.get(`/api/scripts/${script}/sharing`)).body.data
    expect(collaborators).toMatchObject([
      { email: `grace.${people}@andscene.example`, role: 'commenter', joinedAt: expect.any(String) },
    ])
    expect(links[0].guests).toEqual([])
    expect((await grace.get('/api/shared-scripts')).body.data.scripts).toMatchObject([
      { _id: script, sharedBy: 'Ada' },
    ])
    // The same request again changes nothing, and no other account has the guest.
    expect((await claim(grace)).status).toBe(200)
    expect(await notesSeenBy(ada)).toHaveLength(1)
    expect((await claim(account('eve'))).status).toBe(404)
    expect((await opened(token, { guestKey: keyOf('g') })).guestId).not.toBe(guest.uid)
  })

  test('has to verify the address first; until then the guest stays', async () => {
    const { token } = await linked(ada, script)
    const { uid } = await guestOf(harness, token, { newKey: keyOf('g') })
    const { status, body } = await claim(account('grace', { emailVerified: false }))
    expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
    expect((await opened(token, { guestKey: keyOf('g') })).guestId).toBe(uid)
  })

  test('a link that was revoked, another script and a made-up key give nothing', async () => {
    const { token, linkId } = await linked(ada, script)
    await opened(token, { newKey: keyOf('g') })
    const other = (await ada.upload(SHORT_SCRIPT)).body.data.script._id as string
    const grace = account('grace')
    expect((await claim(grace, keyOf('g'), other)).status).toBe(404)
    expect((await claim(grace, keyOf('unknown'))).status).toBe(404)
    await ada.delete(`/api/scripts/${script}/links/${linkId}`)
    expect((await claim(grace)).status).toBe(404)
    expect((await ada.get(`/api/scripts/${script}/sharing`)).body.data.collaborators).toEqual([])
  })

  test('a member keeps their role, and an owner stays the owner', async () => {
    const { token } = await linked(ada, script, { role: 'commenter' })
    const roles: Record<string, string> = {}
    for (const role of ['listener', 'editor']) {
      const email = `${role}.${people}@andscene.example`
      const uid = `${role}-${people}`
      const person = await invitedPerson(harness, ada, { scriptId: script, uid, email, role })
      await opened(token, { newKey: keyOf(role) })
      roles[role] = (await claim(person, keyOf(role))).body.data.role
    }
    expect(roles).toEqual({ listener: 'listener', editor: 'editor' })
    const guest = await guestOf(harness, token, { newKey: keyOf('a') })
    await guest.put(`/api/scripts/${script}/guest`, { name: 'Me' })
    await write(guest, 2)
    expect((await claim(ada, keyOf('a'))).body.data.role).toBe('owner')
    expect(await notesSeenBy(ada)).toMatchObject([{ author: 'Ada', authorKind: 'owner', mine: true }])
  })
})
