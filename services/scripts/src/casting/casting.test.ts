import { fdxFile } from '@andscene/testing/fdx-file'
import type { VersionedCasting } from '@andscene/contracts/script'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../testing/person.ts'
import { fileHarness, SOON } from '../testing/harness.ts'
import { guestOf, invitedPerson, linked } from '../testing/sharing.ts'

const harness = await fileHarness()
const ada = harness.as('ada')
let path: string
let id: string
beforeEach(async () => {
  id = await ada.newScript()
  path = `/api/scripts/${id}/assign-voices`
})
const casting = async () => {
  const { success, version: _version, changes: _changes, ...fields } = (await ada.get(path)).body
  expect(success).toBe(true)
  return fields
}
const jobs = async () => (await harness.narrationJobs()).filter(({ scriptId }) => scriptId === id)

describe('product §7 assign-voices', () => {
  test('stores a map and responds with it', async () => {
    const wanted = {
      characterAssignments: { MARA: 'local:slt', 'OLD TOM': 'azure:x' },
      narrationVoiceId: 'local:rms',
      sceneHeadingVoiceId: 'local:awb',
    }
    const { status, body } = await ada.post(path, wanted)
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, ...wanted })
    expect(await casting()).toEqual(wanted)
  })

  test('product §5: stores that lines are not spoken in their own language, the exception', async () => {
    await ada.post(path, { narrationVoiceId: 'n', languageByLine: false })
    expect(await casting()).toEqual({
      characterAssignments: {},
      narrationVoiceId: 'n',
      languageByLine: false,
    })
    await ada.post(path, { narrationVoiceId: 'n', languageByLine: true })
    expect(await casting()).toEqual({ characterAssignments: {}, narrationVoiceId: 'n' })
    expect((await ada.post(path, { languageByLine: 'no' })).status).toBe(400)
  })

  test('product §5: a cue whose characters have voices counts as cast in the library', async () => {
    const rows = ['MARA', 'Who is there?', 'TOM', 'The sea.', 'MARA & TOM', 'Only the sea.', 'BOTH', 'Run!']
    const joint = await ada.newScript(
      fdxFile(rows.map((text, at) => ({ type: at % 2 === 0 ? 'Character' : 'Dialogue', text }))),
    )
    const countOf = async (saved: object) => {
      await ada.post(`/api/scripts/${joint}/assign-voices`, saved)
      const { scripts } = (await ada.get('/api/scripts')).body.data
      const { castCount, characterCount } = scripts.find((one: { _id: string }) => one._id === joint)
      return [castCount, characterCount + 1]
    }
    expect(await countOf({ characterAssignments: { MARA: 'm' } })).toEqual([1, 5])
    const all = { characterAssignments: { MARA: 'm', TOM: 't' }, narrationVoiceId: 'n' }
    expect(await countOf(all)).toEqual([5, 5])
    expect(
      await countOf({ ...all, characterAssignments: { ...all.characterAssignments, BOTH: 'b' } }),
    ).toEqual([5, 5])
  })

  test('product §4: stores that directions are not followed, the exception', async () => {
    await ada.post(path, { narrationVoiceId: 'n', deliveries: false })
    const off = { characterAssignments: {}, narrationVoiceId: 'n', deliveries: false }
    expect(await casting()).toEqual(off)
    await ada.post(path, { narrationVoiceId: 'n', deliveries: true })
    expect(await casting()).toEqual({ characterAssignments: {}, narrationVoiceId: 'n' })
    expect((await ada.post(path, { deliveries: 'no' })).status).toBe(400)
  })

  test('product §5: stores how characters sound, without what changes nothing', async () => {
    const sounds = { MARA: { pace: 1.1, pitch: 0, place: 'phone' }, 'OLD TOM': { pace: 1 } }
    await ada.post(path, { characterSounds: sounds })
    const characterSounds = { MARA: { pace: 1.1, place: 'phone' } }
    expect(await casting()).toEqual({ characterAssignments: {}, characterSounds })
    expect((await ada.get(`/api/scripts/${id}`)).body.data.script).toMatchObject({ characterSounds })
    const { version } = (await ada.get(path)).body
    await ada.post(path, { narrationVoiceId: 'n', seen: { version, narrationVoiceId: null } })
    expect(await casting()).toMatchObject({ narrationVoiceId: 'n', characterSounds })
    const outdated = { version: Number(version) - 1, characterSounds: { MARA: { pace: 1.2 } } }
    const refused = await ada.post(path, { characterSounds: { MARA: null }, seen: outdated })
    expect([refused.status, refused.body['present']]).toMatchObject([
      409,
      { characterSounds, conflicts: [{ kind: 'sound', name: 'MARA' }] },
    ])
    await ada.post(path, { characterSounds: { MARA: null }, seen: { version } })
    expect(await casting()).toEqual({ characterAssignments: {}, narrationVoiceId: 'n' })
  })

  test.each([
    [{ GHOST: { pace: 1 } }, 'This script has no character "GHOST"'],
    [{ MARA: { pace: 2 } }, 'The pace of a character must be at most 1.25'],
    [{ MARA: { pitch: -9 } }, 'The pitch of a character must be at least -3'],
    [{ MARA: { place: 'bathroom' } }, 'The place of a character must be one of phone, radio, door'],
    [{ MARA: 'phone' }, 'The sound of a character is not valid'],
  ])('product §5: refuses the sounds %j and keeps the stored ones', async (sounds, sentence) => {
    await ada.post(path, { characterSounds: { MARA: { pitch: 2 } } })
    const { status, body } = await ada.post(path, { characterSounds: sounds })
    expect([status, body.code]).toEqual([400, 'VALIDATION'])
    expect(body.error).toBe(sentence)
    expect((await casting()).characterSounds).toEqual({ MARA: { pitch: 2 } })
  })

  test('product §3: stores a list as the same map', async () => {
    const mara = { character: 'MARA', voiceId: 'local:slt' }
    await ada.post(path, { characterAssignments: [mara, { character: 'OLD TOM', voiceId: '' }] })
    expect(await casting()).toEqual({ characterAssignments: { MARA: 'local:slt' } })
  })

  test('product §7: a save replaces the whole casting; absent, empty and null voices are cleared', async () => {
    const all = { MARA: 'a', 'OLD TOM': 'b' }
    await ada.post(path, { characterAssignments: all, narrationVoiceId: 'n', sceneHeadingVoiceId: 's' })
    await ada.post(path, { characterAssignments: { MARA: null, 'OLD TOM': 'c' }, narrationVoiceId: null })
    expect(await casting()).toEqual({ characterAssignments: { 'OLD TOM': 'c' } })
    await ada.post(path, { characterAssignments: { MARA: '' }, sceneHeadingVoiceId: '' })
    expect(await casting()).toEqual({ characterAssignments: {} })
    await ada.post(path, {})
    expect(await casting()).toEqual({ characterAssignments: {} })
  })

  test('refuses characters the script does not have, names them, and keeps the stored casting', async () => {
    await ada.post(path, { narrationVoiceId: 'n' })
    const many = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`GHOST ${n}`, 'v']))
    const { status, body } = await ada.post(path, { characterAssignments: { MARA: 'v', ...many } })
    expect(status).toBe(400)
    expect(body.error).toBe(
      'This script has no character "GHOST 0", "GHOST 1", "GHOST 2", "GHOST 3", "GHOST 4" and 2 more',
    )
    const list = await ada.post(path, { characterAssignments: [{ character: 'toString', voiceId: 'v' }] })
    expect(list.body).toMatchObject({ code: 'VALIDATION', error: 'This script has no character "toString"' })
    expect(await casting()).toEqual({ characterAssignments: {}, narrationVoiceId: 'n' })
  })

  test.each([
    [2_000, 200, /^This script has no character/],
    [2_001, 200, /^(?!This script)/],
    [1, 201, /^(?!This script)/],
  ])('product §9: %i roles with voice ids of %i characters', async (roles, length, error) => {
    const entries = Array.from({ length: roles }, (_, n) => [`GHOST ${n}`, 'v'.repeat(length)])
    const { body } = await ada.post(path, { characterAssignments: Object.fromEntries(entries) })
    expect(body).toMatchObject({ code: 'VALIDATION', error: expect.stringMatching(error) })
  })
})

/** Adds an editor of ada's script. */
async function editor(): Promise<Person> {
  const email = 'ben@andscene.example'
  return invitedPerson(harness, ada, { scriptId: id, uid: 'ben', email, name: 'Ben' })
}

describe('product §4: two concurrent castings', () => {
  const voices = { MARA: 'v1', 'OLD TOM': 'v2' }

  test('of the same character: the second one gets 409 with the present casting and who changed it', async () => {
    const ben = await editor()
    const { version } = (await ada.post(path, { characterAssignments: voices })).body
    const { body: bens } = await ben.post(path, {
      characterAssignments: { ...voices, MARA: 'v3' },
      seen: { version, characterAssignments: { MARA: 'v1' } },
    })
    const { status, body } = await ada.post(path, {
      characterAssignments: { MARA: 'v4' },
      seen: { version, characterAssignments: { MARA: 'v1', 'OLD TOM': 'v2' } },
    })
    expect([status, body.code]).toEqual([409, 'CONFLICT'])
    const mara = { slot: { kind: 'character', name: 'MARA' }, by: 'Ben', mine: false, at: expect.any(String) }
    expect(body.present).toEqual({
      characterAssignments: { ...voices, MARA: 'v3' },
      version: bens.version,
      conflicts: [{ kind: 'character', name: 'MARA' }],
      changes: expect.arrayContaining([mara]),
    })
    expect(await casting()).toEqual({ characterAssignments: { ...voices, MARA: 'v3' } })
  })

  test('a listener sees the version and how characters sound, but not who cast', async () => {
    const characterSounds = { MARA: { pitch: 1 } }
    await ada.post(path, { narrationVoiceId: 'n', characterSounds })
    const { token } = await linked(ada, id, { role: 'listener' })
    const { body } = await (await guestOf(harness, token)).get(path)
    const seen = { characterAssignments: {}, narrationVoiceId: 'n', characterSounds }
    expect(body).toEqual({ success: true, ...seen, version: expect.any(Number) })
  })

  test('refuses `seen` with characters that the script does not have', async () => {
    const seen = { version: 0, characterAssignments: { GHOST: 'v' } }
    const { status, body } = await ada.post(path, { seen })
    expect([status, body.error]).toEqual([400, 'This script has no character "GHOST"'])
  })
})

const marked = (body: object) =>
  (body as Required<VersionedCasting>).changes.filter(({ suggested }) => suggested)

describe('product §2: suggested voices', () => {
  const mara = { kind: 'character', name: 'MARA' }
  test('are marked until a user chooses another voice', async () => {
    const wanted = { characterAssignments: { MARA: 'v1', 'OLD TOM': 'v2' }, narrationVoiceId: 'n' }
    const { body } = await ada.post(path, { ...wanted, suggested: [mara, { kind: 'narration' }] })
    const by = { by: expect.any(String), mine: true, at: expect.any(String), suggested: true }
    const marks = [
      { slot: mara, ...by },
      { slot: { kind: 'narration' }, ...by },
    ]
    expect(marked(body)).toEqual(marks)
    expect(marked((await ada.get(path)).body)).toEqual(marks)
    await ada.post(path, { ...wanted, characterAssignments: { MARA: 'v3', 'OLD TOM': 'v2' } })
    expect(marked((await ada.get(path)).body)).toEqual([marks[1]])
  })

  test('must be of characters that the script has, and are limited in number', async () => {
    const ghost = await ada.post(path, { suggested: [{ kind: 'character', name: 'GHOST' }] })
    expect([ghost.status, ghost.body.error]).toEqual([400, 'This script has no character "GHOST"'])
    const many = Array.from({ length: 2_003 }, () => ({ kind: 'narration' }))
    expect((await ada.post(path, { suggested: many })).body).toMatchObject({ code: 'VALIDATION' })
  })
})

test('architecture §6: a saved casting leads to one script-narration job with the id of its request', async () => {
  const headers = { 'content-type': 'application/json', 'x-request-id': 'request-of-ada' }
  await ada.call('POST', path, { body: '{"narrationVoiceId":"n"}', headers })
  const job = { scriptId: id, reason: 'casting', mark: expect.any(Number), requestId: 'request-of-ada' }
  await expect.poll(jobs, SOON).toEqual([job])
})
