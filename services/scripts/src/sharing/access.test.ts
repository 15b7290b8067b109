import { ROLES, type Role } from '@andscene/contracts/sharing/roles'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileHarness } from '../testing/harness.ts'
import { manualClock } from '../testing/manual-clock.ts'
import type { Person } from '../testing/person.ts'
import { exchange, guestOf, invitedPerson, linked, newOwner } from '../testing/sharing.ts'

const DAY_MS = 24 * 3_600_000
const clock = manualClock()
const harness = await fileHarness({ clock })
let ada: Person
let script: string
let n: number
beforeEach(async () => {
  ;({ n, ada, script } = await newOwner(harness))
})
/** Adds a user with an account who was invited to the script. */
const invited = async (role: string): Promise<Person> => {
  const uid = `bob-${n}`
  return invitedPerson(harness, ada, { scriptId: script, uid, email: `${uid}@andscene.example`, role })
}
const guest = async (role: string) => guestOf(harness, (await linked(ada, script, { role })).token)

/** Requests for every route of a script, by the right that they require. */
const CALLS: Record<string, (person: Person, id: string) => (() => Promise<{ status: number }>)[]> = {
  listen: (person, id) => [
    () => person.get(`/api/scripts/${id}`),
    () => person.get(`/api/scripts/${id}/assign-voices`),
    () => person.post(`/api/scripts/${id}/check-cache`, { startLineIndex: 0 }),
    () => person.get(`/api/scripts/${id}/progress`),
    () => person.put(`/api/scripts/${id}/progress`, { lastPlayedLineIndex: 0 }),
  ],
  note: (person, id) => [
    () => person.get(`/api/scripts/${id}/notes`),
    () => person.get(`/api/scripts/${id}/notes/people`),
    () => person.post(`/api/scripts/${id}/notes`, { _id: randomUUID(), lineId: 'l1', text: 'Slower' }),
  ],
  cast: (person, id) => [
    () => person.patch(`/api/scripts/${id}`, { title: 'Renamed' }),
    () => person.post(`/api/scripts/${id}/assign-voices`, { narrationVoiceId: 'v' }),
    () => person.get(`/api/scripts/${id}/pronunciations`),
    () =>
      person.patch(`/api/scripts/${id}/pronunciations`, {
        changes: [{ word: 'Mara', said: { says: 'MAH-rah', as: 'respelling' }, seen: null }],
      }),
    async () => ({ status: (await person.request('GET', `/api/scripts/${id}/file`)).status }),
  ],
  share: (person, id) => [
    () => person.get(`/api/scripts/${id}/sharing`),
    () => person.get(`/api/scripts/${id}/sharing/history`),
    () => person.post(`/api/scripts/${id}/collaborators`, { email: 'c@andscene.example', role: 'editor' }),
    () => person.post(`/api/scripts/${id}/links`, { name: 'Mine', role: 'listener' }),
    () => person.delete(`/api/scripts/${id}`),
  ],
}
const MAY: Record<Role, string[]> = {
  owner: ['listen', 'note', 'cast', 'share'],
  editor: ['listen', 'note', 'cast'],
  commenter: ['listen', 'note'],
  listener: ['listen'],
}
const statusesOf = async (person: Person, id: string) => {
  const statuses: Record<string, number[]> = {}
  for (const [right, calls] of Object.entries(CALLS)) {
    statuses[right] = []
    // In sequence, because the last one deletes the script.
    for (const call of calls(person, id)) statuses[right].push((await call()).status)
  }
  return statuses
}
const expected = (role: Role) =>
  Object.fromEntries(
    Object.entries(CALLS).map(([right, calls]) => [
      right,
      calls(ada, script).map(() => (MAY[role].includes(right) ? 200 : 404)),
    ]),
  )

describe('product §11: access to a script', () => {
  test.each(ROLES)('follows the role of an account: %s', async (role) => {
    const person = role === 'owner' ? ada : await invited(role)
    expect(await statusesOf(person, script)).toEqual(expected(role))
  })

  test.each(['commenter', 'listener'] as const)('follows the role of a link: %s', async (role) => {
    const person = await guest(role)
    if (role === 'commenter') await person.put(`/api/scripts/${script}/guest`, { name: 'Grace' })
    const statuses = await statusesOf(person, script)
    // Routes for accounts only reject a guest's token before they read anything.
    expect({ ...statuses, cast: [], share: [] }).toEqual({ ...expected(role), cast: [], share: [] })
    expect([...statuses.cast!, ...statuses.share!].every((status) => status === 403)).toBe(true)
  })

  test('architecture §5: responds to a user without a role as for a missing script', async () => {
    const eve = harness.as(`eve-${n}`)
    const responsesOf = (id: string) =>
      Promise.all(
        Object.values(CALLS)
          .flatMap((calls) => calls(eve, id))
          .map(async (call) => {
            const { status, body } = (await call()) as { status: number; body?: unknown }
            return { ...(body as object), status, requestId: '' }
          }),
      )
    const foreign = await responsesOf(script)
    expect(foreign).toEqual(await responsesOf('no-such-script'))
    expect(new Set(foreign.map(({ status }) => status))).toEqual(new Set([404]))
    expect((await ada.get(`/api/scripts/${script}`)).status).toBe(200)
  })

  test('responds with the role of the caller', async () => {
    const people = [ada, await invited('editor'), await guest('listener')]
    const opened = await Promise.all(people.map((person) => person.get(`/api/scripts/${script}`)))
    expect(opened.map(({ body }) => body.data.script.role)).toEqual(['owner', 'editor', 'listener'])
  })

  test('limits a guest to the script of the link, also among scripts of the same owner', async () => {
    const other = await ada.newScript()
    const grace = await guest('commenter')
    const missing = await grace.get('/api/scripts/no-such-script')
    const response = await grace.get(`/api/scripts/${other}`)
    expect(response.status).toBe(404)
    expect({ ...response.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
    expect((await grace.get('/api/scripts')).status).toBe(403)
    expect((await grace.get('/api/shared-scripts')).status).toBe(403)
  })

  test('is lowered or ended for a collaborator from the next request on', async () => {
    const bob = await invited('editor')
    await bob.get(`/api/scripts/${script}`)
    const { collaborators } = (await ada.get(`/api/scripts/${script}/sharing`)).body.data
    const path = `/api/scripts/${script}/collaborators/${collaborators[0]._id}`
    await ada.patch(path, { role: 'listener' })
    expect((await bob.post(`/api/scripts/${script}/assign-voices`, {})).status).toBe(404)
    expect((await bob.get(`/api/scripts/${script}`)).status).toBe(200)
    await ada.delete(path)
    expect((await bob.get(`/api/scripts/${script}`)).status).toBe(404)
    expect((await ada.delete(path)).status).toBe(404)
  })

  test('is denied to a guest from the next request on when the link is lowered, expires or is revoked', async () => {
    const { token, linkId } = await linked(ada, script, { days: 1 })
    const grace = await guestOf(harness, token)
    const notes = () => grace.get(`/api/scripts/${script}/notes`)
    expect((await notes()).status).toBe(200)
    await ada.patch(`/api/scripts/${script}/links/${linkId}`, { role: 'listener' })
    expect((await notes()).status).toBe(404)
    clock.advance(DAY_MS)
    expect((await grace.get(`/api/scripts/${script}`)).status).toBe(404)
    await ada.patch(`/api/scripts/${script}/links/${linkId}`, { days: 2 })
    expect((await grace.get(`/api/scripts/${script}`)).status).toBe(200)
    await ada.delete(`/api/scripts/${script}/links/${linkId}`)
    expect((await grace.get(`/api/scripts/${script}`)).status).toBe(404)
    expect((await exchange(harness, token)).status).toBe(404)
  })
})
