import { INVITATION_DAYS } from '@andscene/contracts/limits'
import { beforeEach, describe, expect, test } from 'vitest'
import { bytesOfDatabase, changeDocuments } from '../testing/fresh-stores.ts'
import { fileHarness, SOON } from '../testing/harness.ts'
import { manualClock } from '../testing/manual-clock.ts'
import type { Person } from '../testing/person.ts'
import { invitationKey, mailOf, newOwner, withAddress } from '../testing/sharing.ts'

const DAY_MS = 24 * 3_600_000
const clock = manualClock()
const harness = await fileHarness({ clock })
let ada: Person
let script: string
let email: string
let people: number
beforeEach(async () => {
  ;({ n: people, ada, script } = await newOwner(harness))
  email = `bobbin.${people}@andscene.example`
})

/** A request of the gateway for a visitor without an account. */
const open = async (key: string) => (await harness.asGateway.post('/api/invitations/open', { key })).body
const decline = (key: string) => harness.asGateway.post('/api/invitations/decline', { key })
const accept = async (person: Person, key: string) =>
  (await person.post('/api/invitations/accept', { key })).body
const bobAs = (uid = `bob-${people}`, verified = true) => harness.as(uid, withAddress(email, verified))
const reads = async (person: Person) => (await person.get(`/api/scripts/${script}`)).status
const UNKNOWN = 'k'.repeat(43)

describe('decision 0067: an invitation is accepted with the key of its link', () => {
  test('returns role, inviter and address to a caller with the key', async () => {
    await ada.patch(`/api/scripts/${script}`, { title: 'Sign in at https://evil.example now' })
    const { key } = await invitationKey(ada, script, email, 'commenter')
    expect((await open(key)).data).toEqual({
      state: 'open',
      title: 'Sign in at now',
      inviter: 'Ada',
      role: 'commenter',
      email: `b…${people % 10}@andscene.example`,
    })
  })

  test('requires both the key and the verified address', async () => {
    const { key } = await invitationKey(ada, script, email, 'editor')
    const other = harness.as(`eve-${people}`, withAddress('eve@andscene.example'))
    expect((await accept(other, key)).data).toEqual({ state: 'other-address' })
    expect((await accept(bobAs('unverified', false), key)).data).toEqual({ state: 'unverified' })
    expect((await accept(bobAs(), UNKNOWN)).code).toBe('NOT_FOUND')
    expect(await reads(bobAs())).toBe(404)
    expect((await accept(bobAs(), key)).data).toEqual({ state: 'joined', scriptId: script })
    expect((await bobAs().get(`/api/scripts/${script}`)).body.data.script.role).toBe('editor')
    const { collaborators } = (await ada.get(`/api/scripts/${script}/sharing`)).body.data
    expect(collaborators).toMatchObject([{ joinedAt: expect.any(String) }])
  })

  test('is used once: the account that joined may open its link again, a second account with the address may not', async () => {
    const { key } = await invitationKey(ada, script, email)
    await accept(bobAs(), key)
    expect((await accept(bobAs(), key)).data.state).toBe('joined')
    expect((await open(key)).data).toMatchObject({ state: 'used', inviter: 'Ada' })
    expect((await accept(bobAs('later'), key)).data).toEqual({ state: 'used' })
    expect(await reads(bobAs('later'))).toBe(404)
  })

  test('that was used and has expired shows nothing else, also when the script was renamed', async () => {
    const { key } = await invitationKey(ada, script, email)
    await accept(bobAs(), key)
    clock.advance(INVITATION_DAYS * DAY_MS)
    expect((await open(key)).data).toEqual({ state: 'used' })
    expect((await accept(bobAs(), key)).data.state).toBe('joined')
  })

  test('redirects the owner to the script', async () => {
    const { key } = await invitationKey(ada, script, email)
    expect((await accept(ada, key)).data).toEqual({ state: 'joined', scriptId: script })
    expect((await open(key)).data.state).toBe('open')
  })

  test('can be accepted with the key of the mail, which is not stored', async () => {
    await ada.post(`/api/scripts/${script}/collaborators`, { email, role: 'listener' })
    const mailed = () => harness.neighbours.mails.filter(({ to }) => to === email)
    await expect.poll(mailed, SOON).toHaveLength(1)
    const key = mailed()[0]!.path.split('#')[1]!
    expect(bytesOfDatabase(harness.environment).includes(key)).toBe(false)
    expect((await accept(bobAs(), key)).data.state).toBe('joined')
  })

  test('that is expired, withdrawn or unknown responds with its state and nothing else', async () => {
    const expired = await invitationKey(ada, script, email)
    const withdrawn = await invitationKey(ada, script, `other.${people}@andscene.example`)
    await ada.delete(`/api/scripts/${script}/collaborators/${withdrawn.id}`)
    expect((await open(withdrawn.key)).data).toEqual({ state: 'withdrawn' })
    clock.advance(INVITATION_DAYS * DAY_MS)
    expect((await open(expired.key)).data).toEqual({ state: 'expired' })
    expect((await accept(bobAs(), expired.key)).data).toEqual({ state: 'expired' })
    for (const key of [UNKNOWN, 'x', '', 'a'.repeat(200)]) expect((await open(key)).code).toBe('NOT_FOUND')
    expect(await reads(bobAs())).toBe(404)
  })

  test('gets a new link that replaces the previous one; only the owner may create it, and not for members', async () => {
    const { id, key } = await invitationKey(ada, script, email)
    const path = `/api/scripts/${script}/collaborators/${id}/link`
    const next = (await ada.post(path, {})).body.data.key as string
    expect((await open(key)).code).toBe('NOT_FOUND')
    await accept(bobAs(), next)
    expect((await ada.post(path, {})).body.code).toBe('CONFLICT')
    expect((await bobAs().post(path, {})).status).toBe(404)
  })

  test('from before keys existed is still bound by the verified address', async () => {
    await ada.post(`/api/scripts/${script}/collaborators`, { email, role: 'editor' })
    await expect.poll(() => harness.neighbours.mails.filter(({ to }) => to === email), SOON).toHaveLength(1)
    await changeDocuments(harness.environment, (db) =>
      db.collection('collaborators').updateOne({ email }, { $unset: { keyHash: '', expiresAt: '' } }),
    )
    expect(await reads(bobAs('unverified', false))).toBe(404)
    expect(await reads(bobAs())).toBe(200)
    expect(await reads(bobAs('later'))).toBe(404)
  })
})

const invited = async (address: string) => {
  const invitation = { email: address, role: 'editor' }
  const { body } = await ada.post(`/api/scripts/${script}/collaborators`, invitation)
  return body.data.collaborator._id as string
}

describe('decision 0067: declining', () => {
  test('withdraws the invitation, and no script of this owner sends mails to the address any more', async () => {
    const { key } = await invitationKey(ada, script, email)
    expect((await decline(key)).status).toBe(200)
    expect((await open(key)).data).toEqual({ state: 'declined' })
    expect((await accept(bobAs(), key)).data).toEqual({ state: 'declined' })
    const before = harness.neighbours.mails.length
    script = await ada.newScript()
    const again = await invited(email.toUpperCase())
    await expect.poll(() => mailOf(ada, script, again), SOON).toBe('none')
    const other = await invited(`other.${people}@andscene.example`)
    await expect.poll(() => mailOf(ada, script, other), SOON).toBe('sent')
    expect(harness.neighbours.mails.slice(before).map(({ to }) => to)).not.toContain(email)
  })

  test('does nothing for an unknown or used key', async () => {
    const { key } = await invitationKey(ada, script, email)
    await accept(bobAs(), key)
    for (const any of [key, UNKNOWN, 'x']) expect((await decline(any)).status).toBe(200)
    expect(await reads(bobAs())).toBe(200)
  })
})
