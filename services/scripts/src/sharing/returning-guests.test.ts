import { beforeEach, describe, expect, test } from 'vitest'
import { fileHarness } from '../testing/harness.ts'
import type { Person } from '../testing/person.ts'
import {
  exchange,
  guestOf,
  invitationKey,
  invitedPerson,
  linked,
  newOwner,
  withAddress,
} from '../testing/sharing.ts'

const harness = await fileHarness({
  through: (stores) => ({
    ...stores,
    shares: {
      ...stores.shares,
      join: async (collaborator) => {
        const meanwhile = beforeJoin
        beforeJoin = undefined
        await meanwhile?.()
        return stores.shares.join(collaborator)
      },
    },
  }),
})
let ada: Person
let script: string
let people: number
/** Called once, when the service is about to store the role of a claim. */
let beforeJoin: (() => Promise<unknown>) | undefined
beforeEach(async () => {
  ;({ n: people, ada, script } = await newOwner(harness))
})
const keyOf = (who: string) => `${who}${people}`.padEnd(43, 'k')
const account = (name: string, claims: object = { name }) =>
  harness.as(`${name}-${people}`, { ...withAddress(emailOf(name)), ...claims })
const claim = (person: Person, guestKey = keyOf('g'), of = script) =>
  person.post(`/api/scripts/${of}/guest/claim`, { guestKey })
/** Opens a link as a guest and sets a name. */
const guest = async (token: string, key = 'g') => {
  const person = await guestOf(harness, token, { newKey: keyOf(key) })
  await person.put(`/api/scripts/${script}/guest`, { name: 'Gus' })
  return person
}
const emailOf = (name: string) => `${name}.${people}@andscene.example`
type Role = { _id: string; email: string; role: string }
const collaborators = async () =>
  (await ada.get(`/api/scripts/${script}/sharing`)).body.data.collaborators as Role[]
const rolesOf = async () => (await collaborators()).map(({ email, role }) => [email, role])
/** The path of the only collaborator. */
const memberPath = async () => `/api/scripts/${script}/collaborators/${(await collaborators())[0]!._id}`

const opened = async (token: string, keys: object = {}, passphrase?: string) =>
  (await exchange(harness, token, passphrase, keys)).body.data
const statusOf = async (token: string, guestKey: string) =>
  (await exchange(harness, token, undefined, { guestKey })).status
const linkOf = async () => (await ada.get(`/api/scripts/${script}/sharing`)).body.data.links[0]
const noteId = (n: number) => `a-note-of-the-guest-${people}-${n}`
const writeNth = (person: Person, n: number) =>
  person.post(`/api/scripts/${script}/notes`, { _id: noteId(n), lineId: 'l2', text: `Note ${n}` })
const notesSeenBy = async (person: Person) =>
  (await person.get(`/api/scripts/${script}/notes`)).body.data.notes

describe('decision 0065: a guest who opens a link again', () => {
  test('keeps the id and name, and is counted once', async () => {
    const { token } = await linked(ada, script)
    const first = await opened(token, { newKey: keyOf('g') })
    expect(first).toMatchObject({ isNew: true })
    const visitor = await guestOf(harness, token, { guestKey: keyOf('g'), newKey: keyOf('other') })
    expect(visitor.uid).toBe(first.guestId)
    await visitor.put(`/api/scripts/${script}/guest`, { name: 'Grace' })
    const again = await opened(token, { guestKey: keyOf('g'), newKey: keyOf('third') })
    expect(again).toMatchObject({ guestId: first.guestId, guestName: 'Grace' })
    expect(again.isNew).toBeUndefined()
    expect(await linkOf()).toMatchObject({ opens: 1, guests: [{ name: 'Grace' }] })
    const { events } = (await ada.get(`/api/scripts/${script}/sharing/history`)).body.data
    expect(events.filter(({ kind }: { kind: string }) => kind === 'opened')).toHaveLength(1)
  })

  test('is distinguished from a new guest by a request for known guests only', async () => {
    const { token } = await linked(ada, script)
    const first = await opened(token, { newKey: keyOf('g') })
    const onlyKnown = async (guestKey: string) =>
      exchange(harness, token, undefined, { guestKey, newKey: keyOf('n'), onlyKnown: true })
    expect((await onlyKnown(keyOf('g'))).body.data.guestId).toBe(first.guestId)
    expect((await onlyKnown(keyOf('x'))).status).toBe(404)
    expect(await linkOf()).toMatchObject({ opens: 1 })
  })

  test('needs no passphrase, but must use the key of the same link', async () => {
    const secret = await linked(ada, script, { passphrase: 'open sesame' })
    const other = await linked(ada, script)
    const first = await opened(secret.token, { newKey: keyOf('s') }, 'open sesame')
    expect(await statusOf(secret.token, keyOf('s'))).toBe(200)
    expect((await opened(secret.token, { guestKey: keyOf('s') })).guestId).toBe(first.guestId)
    await opened(other.token, { newKey: keyOf('o') })
    expect(await statusOf(secret.token, keyOf('o'))).toBe(404)
    expect(await statusOf(secret.token, keyOf('unknown'))).toBe(404)
  })
})

describe('decision 0065: a guest who becomes an account', () => {
  test('keeps notes, position and name, and is a collaborator with the role of the link', async () => {
    const { token } = await linked(ada, script)
    const visitor = await guestOf(harness, token, { newKey: keyOf('g') })
    await visitor.put(`/api/scripts/${script}/guest`, { name: 'Grace' })
    await visitor.put(`/api/scripts/${script}/progress`, { lastPlayedLineIndex: 4 })
    await writeNth(visitor, 1)
    const grace = account('grace', {})
    expect(await claim(grace)).toMatchObject({ status: 200, body: { data: { role: 'commenter' } } })
    expect(await notesSeenBy(grace)).toMatchObject([
      { _id: noteId(1), text: 'Note 1', author: 'Grace', authorKind: 'collaborator', mine: true },
    ])
    expect((await grace.get(`/api/scripts/${script}/progress`)).body.lastPlayedLineIndex).toBe(4)
    const sharing = (await ada.get(`/api/scripts/${script}/sharing`)).body.data
    expect(sharing.collaborators).toMatchObject([
      { email: `grace.${people}@andscene.example`, role: 'commenter', joinedAt: expect.any(String) },
    ])
    expect(sharing.links[0].guests).toEqual([])
    expect((await grace.get('/api/shared-scripts')).body.data.scripts).toMatchObject([
      { _id: script, sharedBy: 'Ada' },
    ])
    // A repeated request changes nothing, and no other account can claim the guest.
    expect((await claim(grace)).status).toBe(200)
    expect(await notesSeenBy(ada)).toHaveLength(1)
    expect((await claim(account('eve', {}))).status).toBe(404)
    expect((await opened(token, { guestKey: keyOf('g') })).guestId).not.toBe(visitor.uid)
  })

  test('has to verify the address first, and remains a guest until then', async () => {
    const { token } = await linked(ada, script)
    const { uid } = await guestOf(harness, token, { newKey: keyOf('g') })
    const { status, body } = await claim(account('grace', { emailVerified: false }))
    expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
    expect((await opened(token, { guestKey: keyOf('g') })).guestId).toBe(uid)
  })

  test('gets no role by a revoked link, for another script or with an unknown key', async () => {
    const { token, linkId } = await linked(ada, script)
    await opened(token, { newKey: keyOf('g') })
    const other = await ada.newScript()
    const grace = account('grace', {})
    expect((await claim(grace, keyOf('g'), other)).status).toBe(404)
    expect((await claim(grace, keyOf('unknown'))).status).toBe(404)
    await ada.delete(`/api/scripts/${script}/links/${linkId}`)
    expect((await claim(grace)).status).toBe(404)
    expect(await collaborators()).toEqual([])
  })

  test('stays a member with the present role, or the owner', async () => {
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
    const visitor = await guestOf(harness, token, { newKey: keyOf('a') })
    await visitor.put(`/api/scripts/${script}/guest`, { name: 'Me' })
    await writeNth(visitor, 2)
    expect((await claim(ada, keyOf('a'))).body.data.role).toBe('owner')
    expect(await notesSeenBy(ada)).toMatchObject([{ author: 'Ada', authorKind: 'owner', mine: true }])
  })
})

describe('decision 0065: a claim during another change', () => {
  test('of another account gives the guest to one of the two', async () => {
    await guest((await linked(ada, script)).token)
    const [grace, eve] = [account('grace'), account('eve')]
    beforeJoin = async () => expect((await claim(eve)).status).toBe(200)
    expect((await claim(grace)).status).toBe(404)
    expect(await rolesOf()).toEqual([[emailOf('eve'), 'commenter']])
  })

  test('of the same account in two tabs succeeds in both, and joins once', async () => {
    await guest((await linked(ada, script)).token)
    const grace = account('grace')
    beforeJoin = async () => expect((await claim(grace)).status).toBe(200)
    expect((await claim(grace)).status).toBe(200)
    expect(await rolesOf()).toEqual([[emailOf('grace'), 'commenter']])
    const { events } = (await ada.get(`/api/scripts/${script}/sharing/history`)).body.data
    expect(events.filter(({ kind }: { kind: string }) => kind === 'joined')).toHaveLength(1)
  })

  test.each([
    ['revoked', (path: string) => ada.delete(path)],
    ['given another role', (path: string) => ada.patch(path, { role: 'listener' })],
  ])('of a link that is %s meanwhile gives no role', async (_how, change) => {
    const { token, linkId } = await linked(ada, script)
    await guest(token)
    beforeJoin = async () => expect((await change(`/api/scripts/${script}/links/${linkId}`)).status).toBe(200)
    const grace = account('grace')
    expect((await claim(grace)).status).toBe(404)
    expect(await rolesOf()).toEqual([])
    expect((await grace.get(`/api/scripts/${script}`)).status).toBe(404)
  })
})

describe('decision 0065: a claim after the owner has removed the user', () => {
  test('is rejected until the user accepts an invitation', async () => {
    const { token } = await linked(ada, script)
    await guest(token)
    const grace = account('grace')
    await claim(grace)
    await ada.delete(await memberPath())
    await guest(token, 'again')
    const { status, body } = await claim(grace, keyOf('again'))
    const error = 'The owner has removed you from this script. Ask the owner for an invitation.'
    expect([status, body.error]).toEqual([409, error])
    const { key } = await invitationKey(ada, script, emailOf('grace'), 'commenter')
    expect((await grace.post('/api/invitations/accept', { key })).status).toBe(200)
    await grace.delete(`/api/shared-scripts/${script}`)
    expect((await claim(grace, keyOf('again'))).status).toBe(200)
  })
})
