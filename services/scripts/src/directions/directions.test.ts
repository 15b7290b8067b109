import { DIRECTIONS_LIMIT_BYTES } from '@andscene/contracts/limits'
import type { ScriptSource } from '@andscene/contracts/internal'
import type { Direction } from '@andscene/contracts/voices/direction'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileHarness, SOON } from '../testing/harness.ts'
import type { Person } from '../testing/person.ts'
import { guestOf, invitedPerson, linked } from '../testing/sharing.ts'

const harness = await fileHarness()
const ada = harness.as('ada', { name: 'Ada' })
let id: string
beforeEach(async () => {
  id = await ada.newScript()
})

/** "Who is there?", said by MARA. */
const LINE = 'l4'
const WHISPER = { id: 'take-whisper', delivery: { name: 'whispering' } }
const SLOW = { id: 'take-slow', delivery: { name: 'slow', pace: 0.8, emphasis: [[0, 3]] } }
const pathOf = (lineId = LINE, script = id) => `/api/scripts/${script}/directions/${lineId}`
const direct = (body: object, person: Person = ada, path = pathOf()) =>
  person.put(path, { version: 0, takes: [WHISPER], chosen: WHISPER.id, ...body })
const list = async (person: Person = ada): Promise<Direction[]> =>
  (await person.get(`/api/scripts/${id}/directions`)).body.data.directions
const remove = (version: number, person: Person = ada, path = pathOf()) =>
  person.delete(`${path}?version=${version}`)
const versionAfter = async (body: object = {}): Promise<number> =>
  (await direct(body)).body.data.direction.version
const jobs = async () => (await harness.narrationJobs()).filter(({ scriptId }) => scriptId === id)
/** The pending command of the script. */
const marks = async () =>
  (await harness.pendingCommands()).flatMap(({ scriptId, mark }) => (scriptId === id ? [mark] : []))
/** What tts reads. */
const read = async (what: object) =>
  (await harness.asService.post('/internal/scripts/read', { ids: [id], ...what })).body.data
    .scripts[0] as ScriptSource
const editor = (uid = 'ben', name = 'Ben') =>
  invitedPerson(harness, ada, { scriptId: id, uid, email: `${uid}@andscene.example`, name })

describe('product §5: a directed line', () => {
  test('has takes with their director and time, and one that is chosen', async () => {
    const { status, body } = await direct({ takes: [WHISPER, SLOW] })
    expect(status).toBe(200)
    const by = { by: 'Ada', mine: true, at: expect.any(String) }
    const direction = {
      lineId: LINE,
      version: expect.any(Number),
      chosen: WHISPER.id,
      takes: [
        { ...WHISPER, ...by },
        { ...SLOW, ...by },
      ],
    }
    expect(body.data.direction).toEqual(direction)
    expect(await list()).toEqual([direction])
    expect(await list(await editor())).toMatchObject([{ takes: [{ by: 'Ada', mine: false }, {}] }])
  })

  test('architecture §6: each change leads to one script-narration job, a repeated request to none', async () => {
    const version = await versionAfter()
    await expect.poll(jobs, SOON).toMatchObject([{ reason: 'casting', mark: version }])
    await direct({})
    expect(await marks()).toEqual([version])
    await remove(version)
    const [removed] = await marks()
    expect(removed).toBeGreaterThan(version)
    await remove(version)
    expect(await marks()).toEqual([removed])
    expect(await list()).toEqual([])
  })

  test('keeps neutral values and double words out, so that equal deliveries have one clip', async () => {
    const delivery = {
      pace: 1,
      pitch: 0,
      pauseBeforeMs: 0,
      emphasis: [
        [4, 2],
        [0, 3],
        [0, 3],
      ],
    }
    const { body } = await direct({ takes: [{ ...WHISPER, delivery }] })
    expect(body.data.direction.takes[0].delivery).toEqual({
      emphasis: [
        [0, 3],
        [4, 2],
      ],
    })
  })

  test('its version is that of the casting, which pages of other directors read again', async () => {
    const { body: before } = await ada.get(`/api/scripts/${id}/assign-voices`)
    const version = await versionAfter()
    const { body: after } = await ada.get(`/api/scripts/${id}/assign-voices`)
    expect([after['version'], Number(before['version']) < version]).toEqual([version, true])
  })
})

describe('product §5: two directors of one line', () => {
  test('the later one gets 409 with the present direction, and then changes that', async () => {
    const ben = await editor()
    const version = await versionAfter()
    const bens = { id: 'take-of-ben', delivery: { name: 'angry' } }
    const { body: saved } = await direct({ version, takes: [WHISPER, bens], chosen: bens.id }, ben)
    const refused = await direct({ version, takes: [WHISPER, SLOW], chosen: SLOW.id })
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT'])
    const { direction } = refused.body['present'] as { direction: Direction }
    expect(direction).toMatchObject({
      version: saved.data.direction.version,
      chosen: bens.id,
      takes: [{ id: WHISPER.id }, { ...bens, by: 'Ben', mine: false }],
    })
    const merged = { version: direction.version, takes: [WHISPER, bens, SLOW], chosen: SLOW.id }
    expect((await direct(merged)).status).toBe(200)
    // Ben's take is still his.
    expect((await list())[0]!.takes.map(({ by }) => by)).toEqual(['Ada', 'Ben', 'Ada'])
  })

  test('neither removes what they have not seen, and a removed one is present as none', async () => {
    const version = await versionAfter()
    const now = await versionAfter({ version, takes: [WHISPER, SLOW] })
    expect((await remove(version)).body).toMatchObject({
      code: 'CONFLICT',
      present: { direction: { version: now } },
    })
    expect((await remove(now)).status).toBe(200)
    const { status, body } = await direct({ version, takes: [SLOW], chosen: null })
    expect([status, body['present']]).toEqual([409, {}])
  })
})

describe('contracts/internal: what tts reads of a directed line', () => {
  test('is its chosen take, in pages of lines and alone; the other takes follow for clearing', async () => {
    const { lines: before } = await read({ lines: { from: 0, count: 9 } })
    await direct({ takes: [WHISPER, SLOW], chosen: SLOW.id })
    const { lines: after } = await read({ lines: { from: 0, count: 9 } })
    expect(after).toEqual(
      before!.map((line) => (line._id === LINE ? { ...line, directed: SLOW.delivery } : line)),
    )
    const { line, lineDeliveries } = await read({ lineId: LINE })
    expect(line!.directed).toEqual(SLOW.delivery)
    expect(lineDeliveries).toEqual([WHISPER.delivery, SLOW.delivery])
  })

  test('is the page again once no take is chosen, or the direction is removed', async () => {
    const version = await versionAfter()
    const now = await versionAfter({ version, chosen: null })
    expect((await read({ lineId: LINE })).line).not.toHaveProperty('directed')
    const last = await versionAfter({ version: now })
    expect((await read({ lineId: LINE })).line!.directed).toEqual(WHISPER.delivery)
    await remove(last)
    expect((await read({ lineId: LINE })).line).not.toHaveProperty('directed')
  })
})

describe('security: hostile directors', () => {
  test('strangers, guests, listeners and commenters read and change nothing', async () => {
    const version = await versionAfter()
    const { token } = await linked(ada, id)
    const people = [
      harness.as('eve'),
      await guestOf(harness, token),
      ...(await Promise.all(
        ['listener', 'commenter'].map((role) =>
          invitedPerson(harness, ada, { scriptId: id, uid: role, email: `${role}@andscene.example`, role }),
        ),
      )),
    ]
    for (const person of people)
      for (const { status } of [
        await person.get(`/api/scripts/${id}/directions`),
        await direct({ version, takes: [SLOW], chosen: null }, person),
        await remove(version, person),
      ])
        expect([403, 404]).toContain(status)
    expect(await list()).toMatchObject([{ version, chosen: WHISPER.id }])
  })

  test("a line of another script is missing, also the caller's own", async () => {
    const other = await ada.newScript()
    await ada.put(pathOf(LINE, other), { version: 0, takes: [SLOW], chosen: SLOW.id })
    expect((await direct({}, ada, pathOf('nowhere'))).status).toBe(404)
    expect((await direct({}, harness.as('eve'), pathOf(LINE, other))).status).toBe(404)
    expect(await list()).toEqual([])
  })

  const LONG_MELODY = Array.from({ length: 150 }, (_, n) => ({
    at: 4 * n,
    length: 3,
    ms: 10_000,
    pauseMs: 10_000,
    semitones: [],
  }))
  const takes = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...WHISPER, id: `take-number-${n}` }))
  test.each([
    ['a sixth take', { takes: takes(6), chosen: null }],
    ['no take', { takes: [], chosen: null }],
    ['two takes with one id', { takes: [WHISPER, WHISPER] }],
    ['a choice that is no take', { chosen: 'take-of-no-one' }],
    ['emphasis beyond the line', { takes: [{ ...WHISPER, delivery: { emphasis: [[10, 5]] } }] }],
    ['an empty word', { takes: [{ ...WHISPER, delivery: { emphasis: [[0, 0]] } }] }],
    ['an unknown delivery', { takes: [{ ...WHISPER, delivery: { name: 'singing' } }] }],
    ['a pace beyond its range', { takes: [{ ...WHISPER, delivery: { pace: 3 } }] }],
    ['a melody longer than a recording', { takes: [{ ...WHISPER, delivery: { melody: LONG_MELODY } }] }],
    ['a negative version', { version: -1 }],
  ])('refuses %s', async (_what, body) => {
    expect((await direct(body)).body).toMatchObject({ code: 'VALIDATION', error: expect.any(String) })
    expect(await list()).toEqual([])
  })

  test('product §5 refuses a take for which there is no space, says what to do, and loses nothing', async () => {
    const wanted = { takes: [{ id: 'x'.repeat(DIRECTIONS_LIMIT_BYTES - 300), delivery: {} }], chosen: null }
    const by = { uid: 'ada', name: 'Ada' }
    const saved = { lineId: 'l1', seen: 0, wanted, by, at: new Date(), requestId: 'r' }
    await harness.stores.scripts.saveDirection(id, saved)
    const { status, body } = await direct({ takes: [WHISPER, SLOW] })
    expect([status, body.error]).toEqual([
      409,
      'The takes of this script use all the space there is for them. Delete takes that you do not need, then try again.',
    ])
    expect((await list()).map(({ lineId }) => lineId)).toEqual(['l1'])
  })

  test('refuses a large body, and drops undeclared fields at every depth', async () => {
    const large = await direct({ takes: [{ ...WHISPER, id: 'x'.repeat(140_000) }] })
    expect(large.body.code).toBe('TOO_LARGE')
    const taken = { ...WHISPER, by: 'Eve', delivery: { ...WHISPER.delivery, ownerId: 'eve' } }
    const { body } = await direct({ takes: [taken], ownerId: 'eve' })
    expect(body.data.direction.takes[0]).toMatchObject({ by: 'Ada', delivery: { name: 'whispering' } })
    expect(JSON.stringify(body)).not.toContain('eve')
  })
})

test('product §10: the takes of a deleted account stay, without its name', async () => {
  const ben = await editor('ben-who-leaves')
  await direct({}, ben)
  await harness.stores.scripts.forgetCaster('ben-who-leaves', 'r')
  expect((await list())[0]!.takes[0]).toMatchObject({ by: 'Former collaborator', mine: false })
})
