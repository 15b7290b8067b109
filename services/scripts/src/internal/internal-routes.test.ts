import type { ScriptSource } from '@andscene/contracts/internal'
import { fdxFile } from '@andscene/testing/fdx-file'
import { describe, expect, test } from 'vitest'
import { RENAMED } from '../testing/draft-files.ts'
import { fileHarness, testHarness } from '../testing/harness.ts'
import { invitedPerson, linked } from '../testing/sharing.ts'

const harness = await fileHarness()
const ada = harness.as('ada')
const upload = async () => await ada.newScript()
const id = await upload()

const READ = '/internal/scripts/read'
const readAll = async (body: object) =>
  (await harness.asService.post(READ, body)).body.data.scripts as ScriptSource[]
const page = (from: number, count: number) => read({ lines: { from, count } })
const read = async (what: object, script = id) => (await readAll({ ids: [script], ...what }))[0]

describe('contracts/internal: what tts reads', () => {
  test('returns owners and casting versions of existing scripts', async () => {
    expect(await readAll({ ids: [id, 'gone'] })).toEqual([
      { scriptId: id, ownerId: 'ada', castingVersion: expect.any(Number) },
    ])
    const many = Array.from({ length: 51 }, (_, n) => `id-${n}`)
    expect((await harness.asService.post(READ, { ids: many })).status).toBe(400)
  })

  test('returns a casting with a version that changes with every save, but only the version when the caller has it', async () => {
    const versions = new Set<number>()
    for (const voice of ['v', 'v', 'w']) {
      await ada.post(`/api/scripts/${id}/assign-voices`, { characterAssignments: { MARA: voice } })
      const { casting, castingVersion } = (await read({ casting: { known: versions.size } }))!
      expect(casting?.characterAssignments).toEqual({ MARA: voice })
      expect(await read({ casting: { known: castingVersion } })).not.toHaveProperty('casting')
      versions.add(castingVersion)
    }
    expect(versions.size).toBe(3)
  })

  test('returns lines in pages', async () => {
    const { lines: all = [], ...whole } = (await page(0, 9))!
    expect(all).toHaveLength(6)
    expect(whole).not.toHaveProperty('next')
    expect(all[3]).toEqual({ _id: 'l4', type: 'Dialogue', text: 'Who is there?', character: 'MARA' })
    expect(await page(0, 4)).toMatchObject({ lines: all.slice(0, 4), next: 4 })
    expect((await page(4, 4))!.lines).toEqual(all.slice(4))
    expect((await page(9, 4))!.lines).toEqual([])
    for (const lines of [{ from: -1, count: 1 }, { from: 0, count: 5_001 }, { from: 0 }])
      expect((await harness.asService.post(READ, { ids: [id], lines })).status).toBe(400)
  })

  test('product §3: returns the styles of a line, so that tts does not speak struck-out words', async () => {
    const text = '<Text>The </Text><Text Style="Strikeout">old </Text><Text>key.</Text>'
    const content = `<Content><Paragraph Type="Action">${text}</Paragraph></Content>`
    const styled = await ada.newScript(`<FinalDraft DocumentType="Script">${content}</FinalDraft>`)
    const line = { text: 'The old key.', styles: [{ start: 4, end: 8, struck: true }] }
    expect(await read({ lineId: 'l1' }, styled)).toMatchObject({ line })
  })

  test('product §4, §5: returns how lines are delivered, and who speaks them together', async () => {
    const rows = [
      ['Character', 'MARA'],
      ['Parenthetical', '(whispering)'],
      ['Dialogue', 'Come here.'],
      ['Character', 'TOM'],
      ['Dialogue', 'Why?'],
      ['Character', 'MARA AND TOM'],
      ['Dialogue', 'Run!!'],
    ]
    const told = await ada.newScript(fdxFile(rows.map(([type = '', text = '']) => ({ type, text }))))
    const { lines = [] } = (await read({ lines: { from: 0, count: 9 } }, told))!
    expect(lines.map(({ delivery, together }) => ({ delivery, together }))).toEqual([
      {},
      {},
      { delivery: { name: 'whispering' } },
      {},
      {},
      {},
      { delivery: { name: 'excited' }, together: ['MARA', 'TOM'] },
    ])
    expect((await read({ lineId: 'l3' }, told))!.line).toMatchObject({ delivery: { name: 'whispering' } })
    const { content } = (await ada.get(`/api/scripts/${told}`)).body.data.script
    expect(content.lines[2]).not.toHaveProperty('delivery')
  })

  test('returns one line', async () => {
    const line = { _id: 'l6', type: 'Dialogue', text: 'Only the sea.', character: 'OLD TOM' }
    expect(await read({ lineId: 'l6' })).toMatchObject({ ownerId: 'ada', line, lineIndex: 5 })
    expect(await read({ lineId: 'l7' })).not.toHaveProperty('line')
  })

  test('returns lines of one script only', async () => {
    for (const what of [{ lineId: 'l6' }, { lines: { from: 0, count: 1 } }])
      expect((await harness.asService.post(READ, { ids: [id, 'other'], ...what })).status).toBe(400)
  })

  test('returns nothing of a deleted script', async () => {
    const gone = await upload()
    await ada.delete(`/api/scripts/${gone}`)
    expect(await read({ casting: {}, lines: { from: 0, count: 1 } }, gone)).toBeUndefined()
  })

  test('returns the role of a user, and nothing for users who may not listen', async () => {
    const email = 'bob@andscene.example'
    await invitedPerson(harness, ada, { scriptId: id, uid: 'bob', email, role: 'commenter' })
    const { linkId } = await linked(ada, id, { role: 'listener' })
    const roleOf = async (person: object) => (await read({ person, lineId: 'l1' }))?.role
    expect(await roleOf({ uid: 'ada' })).toBe('owner')
    expect(await roleOf({ uid: 'bob' })).toBe('commenter')
    expect(await roleOf({ uid: 'g', guest: { linkId, scriptId: id } })).toBe('listener')
    expect(await read({ person: { uid: 'eve' }, casting: {} })).toBeUndefined()
    expect(await read({ person: { uid: 'g', guest: { linkId: 'none', scriptId: id } } })).toBeUndefined()
  })

  test('product §10: rejects users', async () => {
    expect((await ada.post(READ, { ids: [id] })).status).toBe(403)
  })

  test('decision 0101: a casting is of the draft whose version it has, also if a draft is added meanwhile', async () => {
    let meanwhile: (() => Promise<unknown>) | undefined
    const { as, asService } = await testHarness({
      through: (stores) => ({
        ...stores,
        scripts: {
          ...stores.scripts,
          heads: async (ids) => {
            const found = await stores.scripts.heads(ids)
            await meanwhile?.()
            return found
          },
        },
      }),
    })
    const eve = as('eve')
    const script = await eve.newScript()
    await eve.post(`/api/scripts/${script}/assign-voices`, { characterAssignments: { 'OLD TOM': 'v' } })
    const answers = { renamed: [{ from: 'OLD TOM', to: 'TOM REED' }] }
    meanwhile = async () => {
      meanwhile = undefined
      expect((await eve.uploadDraft(script, RENAMED, { answers })).status).toBe(200)
    }
    const body = { ids: [script], casting: {}, lines: { from: 0, count: 9 } }
    const readNow = async () => (await asService.post(READ, body)).body.data.scripts[0] as ScriptSource
    const during = await readNow()
    const after = await readNow()
    expect(during.castingVersion).toBe(after.castingVersion)
    expect(during).toEqual(after)
    expect(after.casting?.characterAssignments).toEqual({ 'TOM REED': 'v' })
  })
})
