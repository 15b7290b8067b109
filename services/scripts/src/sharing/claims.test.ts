import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openHarness, type Harness } from '../testing/harness.ts'
import type { Person } from '../testing/person.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { guestOf, linked, withAddress } from '../testing/sharing.ts'

let harness: Harness
let ada: Person
let script: string
let people = 0
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  people += 1
  ada = harness.as(`ada-${people}`, { name: 'Ada', ...withAddress(`ada.${people}@andscene.example`) })
  script = (await ada.upload(SHORT_SCRIPT)).body.data.script._id as string
})
const keyOf = (who: string) => `${who}${people}`.padEnd(43, 'k')
const account = (name: string) =>
  harness.as(`${name}-${people}`, { name, ...withAddress(`${name}.${people}@andscene.example`) })
const claim = (person: Person, guestKey = keyOf('g')) =>
  person.post(`/api/scripts/${script}/guest/claim`, { guestKey })
const write = (person: Person) =>
  person.post(`/api/scripts/${script}/notes`, { _id: randomUUID(), lineId: 'l2', text: 'Slower' })
/** Somebody with a name who has come by the link. */
const guest = async (token: string, key = 'g') => {
  const person = await guestOf(harness, token, { newKey: keyOf(key) })
  await person.put(`/api/scripts/${script}/guest`, { name: 'Gus' })
  return person
}

describe('decision 0065: whoever keeps their notes', () => {
  test('has written what the guest has written: an account gives no new room, until the owner gives a role', async () => {
    const { token } = await linked(ada, script)
    const gus = await guest(token)
    for (let n = 0; n < 200; n += 1) await write(gus)
    const grace = account('grace')
    expect((await claim(grace)).status).toBe(200)
    const { status, body } = await write(grace)
    expect([status, body.error]).toEqual([
      409,
      'Those who came by a link may write 200 notes each on a script. Delete some of yours first.',
    ])
    const { collaborators } = (await ada.get(`/api/scripts/${script}/sharing`)).body.data
    await ada.patch(`/api/scripts/${script}/collaborators/${collaborators[0]._id}`, { role: 'commenter' })
    expect((await write(grace)).status).toBe(200)
  })
})
