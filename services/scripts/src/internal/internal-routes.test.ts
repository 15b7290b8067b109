import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { openStage, type Stage } from '../testing/stage.ts'

let stage: Stage
let id: string
beforeAll(async () => {
  stage = await openStage()
  id = (await stage.as('ada').upload(SHORT_SCRIPT)).body.data.script._id
})
afterAll(() => stage.close())

const page = async (query: string) =>
  (await stage.asService.get(`/internal/scripts/${id}/narration?${query}`)).body.data

describe('contracts/internal: what tts asks', () => {
  test('narration: lines, casting and a version that changes with every saved casting', async () => {
    const ask = async () => (await stage.asService.get(`/internal/scripts/${id}/narration`)).body.data
    const before = await ask()
    expect(before).toMatchObject({ scriptId: id, ownerId: 'ada', casting: { characterAssignments: {} } })
    expect(before.lines).toHaveLength(6)
    expect(before.lines[3]).toEqual({ _id: 'l4', type: 'Dialogue', text: 'Who is there?', character: 'MARA' })

    const versions = new Set([before.castingVersion])
    for (const voice of ['v', 'v', 'w']) {
      await stage
        .as('ada')
        .post(`/api/scripts/${id}/assign-voices`, { characterAssignments: { MARA: voice } })
      const { casting, castingVersion } = await ask()
      expect(casting.characterAssignments).toEqual({ MARA: voice })
      versions.add(castingVersion)
    }
    expect(versions.size).toBe(4)
  })

  test('narration: its head alone, and lines in pages', async () => {
    const all = (await page('')).lines
    expect(await page('count=0')).toMatchObject({ ownerId: 'ada', lineCount: 6, lines: [] })
    const first = await page('count=4')
    expect(first).toMatchObject({ lines: all.slice(0, 4), next: 4, lineCount: 6 })
    const last = await page('from=4&count=4')
    expect(last.lines).toEqual(all.slice(4))
    expect(last).not.toHaveProperty('next')
    expect((await page('from=9&count=4')).lines).toEqual([])
    for (const wrong of ['from=-1', 'count=5001', 'from=x'])
      expect((await stage.asService.get(`/internal/scripts/${id}/narration?${wrong}`)).status).toBe(400)
  })

  test('one line, and whose it is', async () => {
    const { body } = await stage.asService.get(`/internal/scripts/${id}/lines/l6`)
    expect(body.data).toMatchObject({
      ownerId: 'ada',
      lineIndex: 5,
      line: { _id: 'l6', type: 'Dialogue', text: 'Only the sea.', character: 'OLD TOM' },
      casting: expect.any(Object),
    })
  })

  test('404 for what is not there', async () => {
    for (const path of [`${id}/lines/l7`, 'gone/lines/l1', 'gone/narration'])
      expect((await stage.asService.get(`/internal/scripts/${path}`)).status).toBe(404)
  })

  test('product §10: closed to people', async () => {
    expect((await stage.as('ada').get(`/internal/scripts/${id}/narration`)).status).toBe(403)
    expect((await stage.as('ada').get(`/internal/scripts/${id}/lines/l1`)).status).toBe(403)
    const acknowledged = await stage
      .as('ada')
      .post(`/internal/scripts/${id}/acknowledge`, { kind: 'casting', mark: 1 })
    expect(acknowledged.status).toBe(403)
  })
})
