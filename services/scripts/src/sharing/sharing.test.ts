import { fdxOfLength } from '@andscene/testing/fdx-file'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { GUESTS_SHOWN } from '@andscene/contracts/limits'
import { bytesOfDatabase } from '../testing/fresh-stores.ts'
import { fileHarness, SOON } from '../testing/harness.ts'
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

const harness = await fileHarness()
let ada: Person
let script: string
let people: number
beforeEach(async () => {
  ;({ n: people, ada, script } = await newOwner(harness))
})
const invite = (email: string, role = 'editor') =>
  ada.post(`/api/scripts/${script}/collaborators`, { email, role })
const sharing = async () => (await ada.get(`/api/scripts/${script}/sharing`)).body.data
const history = async () =>
  (await ada.get(`/api/scripts/${script}/sharing/history`)).body.data.events.map(
    ({ kind, actor, subject, role }: Record<string, string>) =>
      [kind, actor, subject, role].filter(Boolean).join(' '),
  )

describe('product §11: invitations', () => {
  test('are stored with the address in lower case, and are not bound automatically', async () => {
    const email = `Bob.${people}@AndScene.Example`
    const { body } = await invite(` ${email} `)
    expect(body.data.collaborator).toMatchObject({ email: email.toLowerCase(), role: 'editor' })
    const bob = harness.as(`bob-${people}`, withAddress(email.toUpperCase()))
    expect((await bob.get(`/api/scripts/${script}`)).status).toBe(404)
    expect((await bob.get('/api/shared-scripts')).body.data.scripts).toEqual([])
    expect((await sharing()).collaborators).toMatchObject([{ expiresAt: expect.any(String) }])
  })

  test("to the owner's own address are rejected, in any case", async () => {
    const { status, body } = await invite(`ADA.${people}@andscene.example`)
    const error = 'This is your own address. You already own the script.'
    expect([status, body]).toEqual([409, expect.objectContaining({ code: 'CONFLICT', error })])
    expect((await sharing()).collaborators).toEqual([])
  })

  test('to an address with a letter that folds into ASCII are rejected, and no account with it gets access', async () => {
    const { status, body } = await invite('\u212aate@andscene.example')
    expect([status, body.code]).toEqual([400, 'VALIDATION'])
    const { key } = await invitationKey(ada, script, `kate.${people}@andscene.example`)
    const other = harness.as('kelvin', withAddress(`\u212aate.${people}@andscene.example`))
    const { body: accepted } = await other.post('/api/invitations/accept', { key })
    expect(accepted.data).toEqual({ state: 'other-address' })
  })

  test.each(['', 'no-address', 'a@b', 'a b@c.de', `${'a'.repeat(255)}@b.de`])(
    'to %s are rejected',
    async (email) => {
      const { status, body } = await invite(email)
      expect(status).toBe(400)
      expect(body.error).toMatch(/e-mail address/)
    },
  )

  test('that cannot be mailed do not delay those of another owner', async () => {
    harness.neighbours.refusesMail.to = '@nowhere.example'
    onTestFinished(() => void (harness.neighbours.refusesMail.to = ''))
    await Promise.all(Array.from({ length: 60 }, (_, n) => invite(`n${n}@nowhere.example`)))
    const eve = harness.as(`eve-${people}`, withAddress(`eve.${people}@andscene.example`))
    const hers = await eve.newScript()
    const email = `dan.${people}@andscene.example`
    await eve.post(`/api/scripts/${hers}/collaborators`, { email, role: 'listener' })
    const mailed = () => harness.neighbours.mails.filter(({ to }) => to === email)
    await expect.poll(mailed, SOON).toHaveLength(1)
    await ada.delete(`/api/scripts/${script}`)
  })

  test('to the same address change the role, and are mailed once', async () => {
    const email = `carol.${people}@andscene.example`
    const mailed = () => harness.neighbours.mails.filter(({ to }) => to === email)
    const first = await invite(email, 'listener')
    await expect.poll(mailed, SOON).toHaveLength(1)
    const second = await invite(email, 'editor')
    expect(second.body.data.collaborator._id).toBe(first.body.data.collaborator._id)
    expect((await sharing()).collaborators).toMatchObject([{ email, role: 'editor', mail: 'sent' }])
    expect(mailed()).toEqual([
      {
        sender: `ada-${people}`,
        to: email,
        inviter: 'Ada',
        title: 'script',
        role: 'listener',
        path: expect.stringMatching(/^\/invitation#[\w-]{43}$/),
        declinePath: expect.stringMatching(/^\/invitation\?decline#[\w-]{43}$/),
      },
    ])
  })

  test('that cannot be mailed now are mailed later', async () => {
    const email = `dan.${people}@andscene.example`
    harness.neighbours.refusesMail.now = true
    await invite(email)
    harness.neighbours.refusesMail.now = false
    const mailed = () => harness.neighbours.mails.filter(({ to }) => to === email)
    await expect.poll(mailed, SOON).toHaveLength(1)
    await expect.poll(async () => (await sharing()).collaborators[0].mail, SOON).toBe('sent')
  })

  test("are listed for the invited user with the inviter's name, and can be given up", async () => {
    const email = `eve.${people}@andscene.example`
    const uid = `eve-${people}`
    const eve = await invitedPerson(harness, ada, { scriptId: script, uid, email, role: 'commenter' })
    const list = async () => (await eve.get('/api/shared-scripts')).body.data.scripts
    expect(await list()).toMatchObject([{ _id: script, role: 'commenter', sharedBy: 'Ada', lineCount: 6 }])
    expect((await eve.get('/api/scripts')).body.data.scripts).toEqual([])
    await eve.put(`/api/scripts/${script}/progress`, { lastPlayedLineIndex: 2 })
    await eve.put(`/api/scripts/${script}/progress`, { lastPlayedLineIndex: 1 })
    expect(await list()).toMatchObject([{ lastPlayed: { lineIndex: 1, page: 1 } }])
    expect((await sharing()).collaborators).toMatchObject([{ heard: 0.5 }])
    expect((await eve.delete(`/api/shared-scripts/${script}`)).status).toBe(200)
    expect(await list()).toEqual([])
    expect((await eve.get(`/api/scripts/${script}`)).status).toBe(404)
    expect((await eve.delete(`/api/shared-scripts/${script}`)).status).toBe(404)
    expect(await history()).toEqual([
      `left ${email} ${email}`,
      `joined ${email} ${email} commenter`,
      `invited Ada ${email} commenter`,
    ])
  })
})

describe('product §11: links', () => {
  test('show their token once, and stored data gives no access', async () => {
    const { token } = await linked(ada, script, { passphrase: 'open sesame' })
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await sharing())).not.toContain(token)
    const kept = bytesOfDatabase(harness.environment)
    expect(kept.includes(token)).toBe(false)
    expect(kept.includes('open sesame')).toBe(false)
  })

  test('that are unknown or revoked respond like one that needs a passphrase, also to a passphrase', async () => {
    const secret = await linked(ada, script, { passphrase: 'open sesame' })
    const revoked = await linked(ada, script, { passphrase: 'open sesame' })
    await ada.delete(`/api/scripts/${script}/links/${revoked.linkId}`)
    const shown = async (token: string, passphrase?: string) => {
      const { status, body } = await exchange(harness, token, passphrase)
      return { status, body: { ...body, requestId: '' } }
    }
    const unknown = await shown('x'.repeat(43))
    expect(unknown).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    for (const token of [revoked.token, secret.token]) expect(await shown(token)).toEqual(unknown)
    expect(await shown('x'.repeat(43), 'open sesame')).toEqual(unknown)
    const wrong = await shown(secret.token, 'open says me')
    expect(wrong).toMatchObject({ status: 404, body: { code: 'WRONG_PASSPHRASE' } })
    expect(await shown(revoked.token, 'open sesame')).toEqual(wrong)
    expect((await exchange(harness, secret.token, 'open sesame')).status).toBe(200)
  })

  test('list their guests, with the time of the visit and the progress', async () => {
    const { token } = await linked(ada, script, { name: 'Läufer Film GmbH' })
    const [one, two] = [await guestOf(harness, token), await guestOf(harness, token)]
    expect(one.uid).not.toBe(two.uid)
    await one.put(`/api/scripts/${script}/guest`, { name: ' Grace ' })
    await one.put(`/api/scripts/${script}/progress`, { lastPlayedLineIndex: 5 })
    await one.put(`/api/scripts/${script}/progress`, { lastPlayedLineIndex: 0 })
    const [link] = (await sharing()).links
    expect(link).toMatchObject({ name: 'Läufer Film GmbH', opens: 2, lastOpenedAt: expect.any(String) })
    expect(link.guests).toHaveLength(2)
    const times = { openedAt: expect.any(String), lastHeardAt: expect.any(String) }
    expect(link.guests).toContainEqual({ name: 'Grace', heard: 1, heardPage: 1, ...times })
    expect(await history()).toEqual([
      'opened Guest Läufer Film GmbH',
      'opened Guest Läufer Film GmbH',
      'link-created Ada Läufer Film GmbH commenter',
    ])
  })

  test('list who listened before those who only opened the link, with page and count, beyond the guests shown', async () => {
    const long = await ada.newScript(fdxOfLength(40))
    const { token, linkId } = await linked(ada, long)
    const [first, second] = [await guestOf(harness, token), await guestOf(harness, token)]
    for (let n = 0; n < GUESTS_SHOWN; n += 1) await guestOf(harness, token)
    await second.put(`/api/scripts/${long}/progress`, { lastPlayedLineIndex: 3 })
    await first.put(`/api/scripts/${long}/progress`, { lastPlayedLineIndex: 25 })
    const { links } = (await ada.get(`/api/scripts/${long}/sharing`)).body.data
    const [link] = links
    expect(link).toMatchObject({ _id: linkId, guestCount: GUESTS_SHOWN + 2, listenerCount: 2 })
    expect(link.guests).toHaveLength(GUESTS_SHOWN)
    expect(link.guests.slice(0, 3)).toMatchObject([
      { heardPage: 2, heard: 0.65 },
      { heardPage: 1, heard: 0.1 },
      { heard: 0 },
    ])
    expect(link.guests[2]).not.toHaveProperty('heardPage')
    // Only the owner sees who listened.
    expect((await first.get(`/api/scripts/${long}/sharing`)).status).toBe(403)
    const email = `dan.${people}@andscene.example`
    const invited = { scriptId: long, uid: `dan-${people}`, email, role: 'editor' }
    const editor = await invitedPerson(harness, ada, invited)
    expect((await editor.get(`/api/scripts/${long}/sharing`)).status).toBe(404)
  })

  test('are extended and renamed without a new role in the history', async () => {
    const { linkId } = await linked(ada, script, { name: 'Festival', role: 'listener' })
    const path = `/api/scripts/${script}/links/${linkId}`
    await ada.patch(path, { days: 90 })
    await ada.patch(path, { role: 'commenter' })
    expect((await history()).slice(0, 2)).toEqual(['changed Ada Festival commenter', 'changed Ada Festival'])
  })

  test('can be renamed and extended, and are still listed when revoked', async () => {
    const { linkId } = await linked(ada, script)
    const path = `/api/scripts/${script}/links/${linkId}`
    const { body } = await ada.patch(path, { name: 'Festival', days: 365 })
    expect(body.data.link).toMatchObject({ name: 'Festival', role: 'commenter' })
    const days = (Date.parse(body.data.link.expiresAt) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(365)
    await ada.delete(path)
    expect((await sharing()).links).toMatchObject([{ _id: linkId, revokedAt: expect.any(String) }])
    expect((await history())[0]).toBe('revoked Ada Festival')
  })

  const WRONG = [{ days: 0 }, { days: 366 }, { days: 1.5 }, { role: 'editor' }, { name: ' ' }]
  test.each([...WRONG, { passphrase: 'abc' }])('reject %j', async (wrong) => {
    const link = { name: 'A link', role: 'listener', ...wrong }
    expect((await ada.post(`/api/scripts/${script}/links`, link)).status).toBe(400)
  })

  test.each(WRONG)('reject a change to %j with a sentence', async (wrong) => {
    const { linkId } = await linked(ada, script, { days: 7 })
    const before = (await sharing()).links
    const { status, body } = await ada.patch(`/api/scripts/${script}/links/${linkId}`, wrong)
    expect([status, body.code]).toEqual([400, 'VALIDATION'])
    expect(body.error).toMatch(/^(The number of days must be|The role must be|Enter a name for the link)/)
    expect((await sharing()).links).toEqual(before)
  })

  test('allow only guests to set a name', async () => {
    expect((await ada.put(`/api/scripts/${script}/guest`, { name: 'Ada' })).status).toBe(404)
  })

  test('are limited per script', async () => {
    await Promise.all(Array.from({ length: 50 }, () => linked(ada, script)))
    const more = { name: 'One more', role: 'listener' }
    expect((await ada.post(`/api/scripts/${script}/links`, more)).status).toBe(409)
  })
})
