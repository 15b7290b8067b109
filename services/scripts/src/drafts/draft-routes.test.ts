import { DRAFT_NAME_LIMIT, DRAFTS_LIMIT } from '@andscene/contracts/limits'
import { fdxFile } from '@andscene/testing/fdx-file'
import { beforeEach, describe, expect, test } from 'vitest'
import { CUT, OTHER_SCRIPT, REWORDED } from '../testing/draft-files.ts'
import { fileHarness, testHarness } from '../testing/harness.ts'
import type { Person } from '../testing/person.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { invitedPerson, newOwner } from '../testing/sharing.ts'

const harness = await fileHarness()
let ada: Person
let script: string
let n: number
let path: string
beforeEach(async () => {
  ;({ ada, script, n } = await newOwner(harness))
  path = `/api/scripts/${script}/drafts`
})
const present = (draft: number, person = ada) => person.call('POST', `${path}/${draft}/present`)
const texts = async (person = ada) =>
  (await person.get(`/api/scripts/${script}`)).body.data.script.content.lines.map(
    ({ text }: { text: string }) => text,
  )
const listed = async () => (await ada.get(path)).body.data
const numbers = async () => (await listed()).drafts.map(({ number }: { number: number }) => number)

describe('product §16: an older draft', () => {
  test('becomes the present one again, with its lines, its cast and its place in the list', async () => {
    await ada.post(`/api/scripts/${script}/assign-voices`, { characterAssignments: { MARA: 'v:mara' } })
    await ada.uploadDraft(script, CUT)
    expect((await ada.get(`/api/scripts/${script}`)).body.data.script.content.characters).toEqual([
      { character: 'OLD TOM' },
    ])
    const { status, body } = await present(1)
    expect([status, body.data.present]).toEqual([200, 1])
    expect(await texts()).toHaveLength(6)
    expect((await ada.get(`/api/scripts/${script}`)).body.data.script.content.characters).toEqual([
      { character: 'MARA', voiceId: 'v:mara' },
      { character: 'OLD TOM' },
    ])
    const [item] = (await ada.get('/api/scripts')).body.data.scripts
    expect(item).toMatchObject({ draft: { number: 1, name: 'Draft 1' }, draftCount: 2, lineCount: 6 })
    expect((await present(1)).status).toBe(200)
    expect((await present(9)).status).toBe(404)
  })

  test('is renamed, also the only one', async () => {
    const { status, body } = await ada.patch(`${path}/1`, { name: ' White ' })
    expect([status, body.data.drafts[0].name]).toEqual([200, 'White'])
    expect((await ada.get(`/api/scripts/${script}`)).body.data.script.draft).toEqual({
      number: 1,
      name: 'White',
    })
    expect((await ada.patch(`${path}/1`, { name: '\u202e' })).status).toBe(400)
    expect((await ada.patch(`${path}/1`, { name: 'n'.repeat(DRAFT_NAME_LIMIT + 1) })).status).toBe(400)
    expect((await ada.patch(`${path}/2`, { name: 'Blue' })).status).toBe(404)
    await ada.uploadDraft(script, REWORDED)
    expect((await listed()).drafts).toMatchObject([{ name: 'White' }, { name: 'Draft 2' }])
  })

  test('is downloaded unchanged, with its name', async () => {
    await ada.uploadDraft(script, REWORDED, { answers: { name: 'Blue' } })
    for (const [draft, file] of [SHORT_SCRIPT, REWORDED].entries()) {
      const response = await ada.request('GET', `${path}/${draft + 1}/file`)
      expect(await response.text()).toBe(file)
      expect(response.headers.get('content-disposition')).toContain(
        draft === 0 ? 'script - Draft 1.fdx' : 'Blue.fdx',
      )
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    const now = await ada.request('GET', `/api/scripts/${script}/file?notes=none`)
    expect(await now.text()).toBe(REWORDED)
    expect((await ada.get(`${path}/3/file`)).status).toBe(404)
  })
})

describe('product §16: a deleted draft', () => {
  test('no longer exists; if it was the present one, the newest of the others is; its number is not used again', async () => {
    await ada.uploadDraft(script, REWORDED)
    await ada.uploadDraft(script, CUT)
    const { status, body } = await ada.delete(`${path}/3`)
    expect([status, body.data.present]).toEqual([200, 2])
    expect(await texts()).toHaveLength(8)
    expect((await ada.get(`${path}/3`)).status).toBe(404)
    expect((await ada.get(`${path}/3/file`)).status).toBe(404)
    expect((await ada.delete(`${path}/3`)).status).toBe(404)
    await ada.uploadDraft(script, CUT)
    expect(await numbers()).toEqual([1, 2, 4])
    expect((await ada.delete(`${path}/1`)).status).toBe(200)
    expect(await texts()).toHaveLength(4)
  })

  test('is never the only one', async () => {
    expect(await ada.delete(`${path}/1`)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', error: 'This is the only draft of the script. Delete the script instead.' },
    })
  })

  test('is any draft for the owner, an own one for an editor', async () => {
    const editor = await invitedPerson(harness, ada, {
      scriptId: script,
      uid: `ed-${n}`,
      email: `ed.${n}@andscene.example`,
      role: 'editor',
    })
    await editor.uploadDraft(script, REWORDED)
    await ada.uploadDraft(script, CUT)
    expect(await editor.delete(`${path}/3`)).toMatchObject({
      status: 403,
      body: {
        code: 'FORBIDDEN',
        error: 'You can delete only the drafts that you uploaded. Ask the owner to delete this one.',
      },
    })
    expect((await present(1, editor)).status).toBe(200)
    expect((await editor.delete(`${path}/2`)).status).toBe(200)
    expect((await ada.delete(`${path}/3`)).status).toBe(200)
    expect(await numbers()).toEqual([1])
  })

  test('counts no longer to the bytes of the owner', async () => {
    const limited = await testHarness({ variables: { LIMIT_SCRIPT_BYTES: '4000' } })
    const { ada: owner, script: id } = await newOwner(limited)
    let uploaded = 0
    for (; uploaded < 20; uploaded += 1)
      if ((await owner.uploadDraft(id, fileOf(uploaded), { answers: { different: true } })).status !== 200)
        break
    expect(uploaded).toBeGreaterThan(0)
    expect(uploaded).toBeLessThan(20)
    const { drafts } = (await owner.get(`/api/scripts/${id}/drafts`)).body.data
    expect((await owner.delete(`/api/scripts/${id}/drafts/${drafts.at(-1).number}`)).status).toBe(200)
    expect((await owner.uploadDraft(id, fileOf(99), { answers: { different: true } })).status).toBe(200)
  })
})

const fileOf = (count: number) =>
  fdxFile(
    ['Rain', 'Snow', 'Fog', 'Wind', 'Hail', 'Sun'].map((what) => ({
      type: 'Action',
      text: `${what} falls on the harbor and the boats of day ${count}.`,
    })),
  )

test('product §16: a script has at most 50 drafts', { timeout: 120_000 }, async () => {
  for (let count = 2; count <= DRAFTS_LIMIT; count += 1)
    expect((await ada.uploadDraft(script, fileOf(count), { answers: { different: true } })).status).toBe(200)
  expect(await ada.uploadDraft(script, OTHER_SCRIPT, { answers: { different: true } })).toMatchObject({
    status: 409,
    body: {
      code: 'LIBRARY_FULL',
      error: 'A script can have at most 50 drafts. Delete one and upload again.',
    },
  })
  // Also a broken file: checked before it is parsed.
  expect((await ada.uploadDraft(script, 'not a script')).body.code).toBe('LIBRARY_FULL')
  expect(await numbers()).toHaveLength(DRAFTS_LIMIT)
})
