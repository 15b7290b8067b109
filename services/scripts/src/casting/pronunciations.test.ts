import type { PronunciationChange } from '@andscene/contracts/voices/pronunciation'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileHarness, SOON } from '../testing/harness.ts'
import { guestOf, invitedPerson, linked } from '../testing/sharing.ts'

const harness = await fileHarness()
const ada = harness.as('ada')
let path: string
let id: string
beforeEach(async () => {
  id = await ada.newScript()
  path = `/api/scripts/${id}/pronunciations`
})

const respelling = (says: string) => ({ says, as: 'respelling' as const })
const ipa = (says: string) => ({ says, as: 'ipa' as const })
const change = (over: Partial<PronunciationChange>): PronunciationChange => ({
  word: 'Siobhan',
  said: respelling('shi-VAWN'),
  seen: null,
  ...over,
})
const save = (...changes: object[]) => ada.patch(path, { changes })
const list = async () => (await ada.get(path)).body.data.pronunciations

/** What tts reads, unless it knows the version. */
const sourceWith = async (casting = {}) =>
  (await harness.asService.post('/internal/scripts/read', { ids: [id], casting })).body.data.scripts[0]

describe('product §5: pronunciations', () => {
  test('are stored for the script and for a character, by word', async () => {
    const mara = change({ said: ipa('/ʃəˈvɔn/'), character: 'MARA' })
    const { status, body } = await save(
      change({}),
      mara,
      change({ word: ' Aoife ', said: respelling('EE-fuh') }),
    )
    expect(status).toBe(200)
    const stored = [
      { word: 'Aoife', ...respelling('EE-fuh') },
      { word: 'Siobhan', ...respelling('shi-VAWN') },
      { word: 'Siobhan', ...ipa('ʃəˈvɔn'), character: 'MARA' },
    ]
    expect(body.data).toEqual({ pronunciations: stored, version: expect.any(Number) })
    expect((await ada.get(path)).body.data).toEqual(body.data)
  })

  test('are changed and deleted by a user who saw the present ones, in any case', async () => {
    await save(change({}))
    await save(change({ word: 'SIOBHAN', said: ipa('ʃɪˈvɔːn'), seen: respelling('shi-VAWN') }))
    expect(await list()).toEqual([{ word: 'SIOBHAN', ...ipa('ʃɪˈvɔːn') }])
    await save(change({ word: ' siobhan\u200B', said: null, seen: ipa('ʃɪˈvɔːn') }))
    expect(await list()).toEqual([])
  })

  test('a request that is repeated changes nothing further', async () => {
    const [first, second] = [await save(change({})), await save(change({}))]
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
  })

  test('of two editors merge; the second change of one word gets 409 with the present ones', async () => {
    const email = 'ben@andscene.example'
    const ben = await invitedPerson(harness, ada, { scriptId: id, uid: 'ben', email })
    expect(
      (await ben.patch(path, { changes: [change({ word: 'Niamh', said: respelling('NEEV') })] })).status,
    ).toBe(200)
    expect((await save(change({}))).status).toBe(200)
    const { status, body } = await ben.patch(path, {
      changes: [change({ said: respelling('SHIV') }), change({ word: 'Aoife' })],
    })
    expect([status, body.code]).toEqual([409, 'CONFLICT'])
    expect(body.present).toEqual({
      pronunciations: [
        { word: 'Niamh', ...respelling('NEEV') },
        { word: 'Siobhan', ...respelling('shi-VAWN') },
      ],
      version: expect.any(Number),
    })
    expect(await list()).toHaveLength(2)
  })

  test('each change leads to one script-narration job with the id of its request', async () => {
    const jobs = async () => (await harness.narrationJobs()).filter(({ scriptId }) => scriptId === id)
    const body = JSON.stringify({ changes: [change({})] })
    const headers = { 'content-type': 'application/json', 'x-request-id': 'pronounced-by-ada' }
    await ada.call('PATCH', path, { body, headers })
    await expect
      .poll(jobs, SOON)
      .toMatchObject([{ scriptId: id, reason: 'casting', requestId: 'pronounced-by-ada' }])
  })

  test('increase the version of the casting, and are sent to tts with it', async () => {
    const before = await sourceWith()
    expect(before).not.toHaveProperty('pronunciations')
    const { version } = (await save(change({}))).body.data
    expect(version).toBeGreaterThan(before.castingVersion)
    expect(await sourceWith()).toMatchObject({
      castingVersion: version,
      pronunciations: [{ word: 'Siobhan', ...respelling('shi-VAWN') }],
    })
    expect(await sourceWith({ known: version })).not.toHaveProperty('pronunciations')
  })
})

describe('product §10: pronunciations refuse', () => {
  test.each([
    [change({ said: ipa('ʃɪv§n') }), /^"Siobhan": There is no sound "§" at position 4\./],
    [change({ said: ipa('a\u202Eb') }), /^"Siobhan": There is no sound U\+202E at position 2\./],
    [change({ said: respelling('…') }), /has no letter/],
    [change({ word: '\u200B\u202E' }), /^The word has no letter or digit\./],
    [change({ word: '--', said: null }), /^The word has no letter or digit\./],
    [change({ character: 'GHOST' }), /^This script has no character "GHOST"$/],
    [change({ character: 'toString' }), /^This script has no character "toString"$/],
    [change({ word: 'w'.repeat(81) }), /./],
    [change({ said: respelling('w'.repeat(121)) }), /./],
    [change({ said: { says: 'x', as: 'ssml' as never } }), /./],
    [{ word: 'Siobhan', seen: null }, /./],
    [{ word: 'Siobhan', said: 'shi-VAWN', seen: null }, /./],
  ])('%j', async (wrong, error) => {
    const { status, body } = await save(change({ word: 'Aoife' }), wrong)
    expect([status, body.code]).toEqual([400, 'VALIDATION'])
    expect(body.error).toMatch(error)
    expect(await list()).toEqual([])
  })

  test('a word that is listed twice, no changes, and too many', async () => {
    expect((await save(change({}), change({ word: 'siobhan ' }))).body.error).toBe(
      '"siobhan" is listed twice. Remove one and try again.',
    )
    expect((await save()).status).toBe(400)
    const many = Array.from({ length: 501 }, (_, n) => change({ word: `w${n}` }))
    expect((await save(...many)).status).toBe(400)
    expect((await save(...many.slice(1))).status).toBe(200)
    expect((await save(many[0]!)).body).toMatchObject({
      code: 'VALIDATION',
      error: 'A script has at most 500 pronunciations. Delete some and try again.',
    })
  })

  test('a body of more than 1 MB', async () => {
    const { status, body } = await ada.patch(path, { changes: [change({})], more: 'x'.repeat(1024 ** 2) })
    expect([status, body.code]).toEqual([413, 'TOO_LARGE'])
  })

  test('control and direction characters, which are never stored', async () => {
    await save(change({ word: 'Sio\u202Ebhan\u0000', said: respelling('shi\u200B-VAWN') }))
    expect(await list()).toEqual([{ word: 'Siobhan', ...respelling('shi-VAWN') }])
  })

  test('other users, commenters and guests', async () => {
    await save(change({}))
    const { token } = await linked(ada, id, { role: 'commenter' })
    const email = 'eve@andscene.example'
    const commenter = { scriptId: id, uid: 'eve', email, role: 'commenter' }
    for (const person of [
      harness.as('mallory'),
      await guestOf(harness, token),
      await invitedPerson(harness, ada, commenter),
    ]) {
      const read = await person.get(path)
      const written = await person.patch(path, { changes: [change({ word: 'Mine' })] })
      for (const { status, body } of [read, written]) {
        expect([403, 404]).toContain(status)
        expect(JSON.stringify(body)).not.toContain('VAWN')
      }
    }
    expect(await list()).toHaveLength(1)
  })
})
