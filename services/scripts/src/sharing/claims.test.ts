import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileHarness } from '../testing/harness.ts'
import type { Person } from '../testing/person.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { guestOf, invitationKey, linked, withAddress } from '../testing/sharing.ts'

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
let people = 0
/** What happens when the service is about to write the role of a claim, once. */
let beforeJoin: (() => Promise<unknown>) | undefined
beforeEach(async () => {
  people += 1
  ada = harness.as(`ada-${people}`, { name: 'Ada', ...withAddress(`ada.${people}@andscene.example`) })
  script = (await ada.upload(SHORT_SCRIPT)).body.data.script._id as string
})
const keyOf = (who: string) => `${who}${people}`.padEnd(43, 'k')
const account = (name: string) => harness.as(`${name}-${people}`, { name, ...withAddress(emailOf(name)) })
const claim = (person: Person, guestKey = keyOf('g')) =>
  person.post(`/api/scripts/${script}/guest/claim`, { guestKey })
const write = (person: Person) =>
  person.post(`/api/scripts/${script}/notes`, { _id: randomUUID(), lineId: 'l2', text: 'Slower' })
/** A guest with a name. */
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
/** Of the one collaborator that there is. */
const memberPath = async () => `/api/scripts/${script}/collaborators/${(await collaborators())[0]!._id}`

describe('decision 0065: a guest who keeps their notes', () => {
  test('has written what the guest has written: an account gives no new room, until the owner gives a role', async () => {
    const { token } = await linked(ada, script)
    const gus = await guest(token)
    for (let n = 0; n < 200; n += 1) await write(gus)
    const grace = account('grace')
    expect((await claim(grace)).status).toBe(200)
    const { status, body } = await write(grace)
    expect([status, body.error]).toEqual([409, expect.stringMatching(/200 notes/)])
    await ada.patch(await memberPath(), { role: 'commenter' })
    expect((await write(grace)).status).toBe(200)
  })
})

describe('decision 0065: a claim beside something else', () => {
  test('of two concurrent accounts with one key, one gets the guest', async () => {
    await guest((await linked(ada, script)).token)
    const [grace, eve] = [account('grace'), account('eve')]
    beforeJoin = async () => expect((await claim(eve)).status).toBe(200)
    expect((await claim(grace)).status).toBe(404)
    expect(await rolesOf()).toEqual([[emailOf('eve'), 'commenter']])
  })

  test('the same account in two tabs gets the guest in both, and joins once', async () => {
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
  ])('a link that is %s meanwhile leaves no role behind', async (_how, change) => {
    const { token, linkId } = await linked(ada, script)
    await guest(token)
    beforeJoin = async () => expect((await change(`/api/scripts/${script}/links/${linkId}`)).status).toBe(200)
    const grace = account('grace')
    expect((await claim(grace)).status).toBe(404)
    expect(await rolesOf()).toEqual([])
    expect((await grace.get(`/api/scripts/${script}`)).status).toBe(404)
  })
})

describe('decision 0065: what the owner has decided holds against a claim', () => {
  test('a removed user returns by an invitation, not by the link', async () => {
    const { token } = await linked(ada, script)
    await guest(token)
    const grace = account('grace')
    await claim(grace)
    await ada.delete(await memberPath())
    await guest(token, 'again')
    const { status, body } = await claim(grace, keyOf('again'))
    expect([status, body.error]).toEqual([409, expect.stringMatching(/removed you/)])
    const { key } = await invitationKey(ada, script, emailOf('grace'), 'commenter')
    expect((await grace.post('/api/invitations/accept', { key })).status).toBe(200)
    await grace.delete(`/api/shared-scripts/${script}`)
    expect((await claim(grace, keyOf('again'))).status).toBe(200)
  })

  test('a role that was lowered stays so', async () => {
    const { token } = await linked(ada, script)
    await guest(token)
    const grace = account('grace')
    await claim(grace)
    await ada.patch(await memberPath(), { role: 'listener' })
    await guest(token, 'again')
    expect((await claim(grace, keyOf('again'))).body.data.role).toBe('listener')
    expect(await rolesOf()).toEqual([[emailOf('grace'), 'listener']])
  })
})
