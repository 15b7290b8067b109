import { describe, expect, test } from 'vitest'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { changeDocuments } from '../testing/fresh-stores.ts'
import { fileHarness } from '../testing/harness.ts'

const harness = await fileHarness()
const ada = harness.as('ada')
const upload = async () => (await ada.upload(SHORT_SCRIPT)).body.data.script._id as string
const id = await upload()

const narrationPath = (query: string, script = id) => `/internal/scripts/${script}/narration?${query}`
const page = async (query: string) => (await harness.asService.get(narrationPath(query))).body.data

/** Headers and status of one page, asked for with the ETag that is known. */
const pageAs = async (query: string, known?: string, script = id) => {
  const { status, headers } = await fetch(new URL(narrationPath(query, script), harness.url), {
    headers: {
      authorization: `Bearer ${harness.asService.token()}`,
      ...(known !== undefined && { 'if-none-match': known }),
    },
  })
  return { status, etag: headers.get('etag') ?? '' }
}

describe('contracts/internal: a page of lines that tts has already', () => {
  test('is not sent again until the casting changes, and each page has an ETag of its own', async () => {
    const [head, first] = [await pageAs('count=0'), await pageAs('count=4')]
    expect(first.etag).toMatch(/^"[^"]+"$/)
    expect(first.etag).not.toBe(head.etag)
    expect(await pageAs('count=4', first.etag)).toEqual({ status: 304, etag: first.etag })
    expect((await pageAs('count=4', head.etag)).status).toBe(200)
    await ada.post(`/api/scripts/${id}/assign-voices`, { narrationVoiceId: 'v' })
    const changed = await pageAs('count=4', first.etag)
    expect(changed.status).toBe(200)
    expect(changed.etag).not.toBe(first.etag)
  })

  test('costs no read of lines, and a deleted script is 404', async () => {
    const [own, other] = [await upload(), await upload()]
    // Before its first casting every script has the same; the lines of this one have not been read yet.
    const { etag } = await pageAs('', undefined, other)
    await changeDocuments(harness.environment, (db) =>
      db.collection('scripts').updateOne({ _id: own as never }, { $unset: { lines: '' } }),
    )
    expect((await pageAs('', etag, own)).status).toBe(304)
    expect((await pageAs('', undefined, own)).status).toBe(404)
    await ada.delete(`/api/scripts/${own}`)
    expect((await pageAs('', etag, own)).status).toBe(404)
  })
})

test('contracts/internal: owners and casting versions of some scripts, of those that are there', async () => {
  const { status, body } = await harness.asService.post('/internal/scripts/heads', { ids: [id, 'gone'] })
  expect(status).toBe(200)
  expect(body.data.scripts).toEqual([{ scriptId: id, ownerId: 'ada', castingVersion: expect.any(Number) }])
  const many = Array.from({ length: 51 }, (_, n) => `id-${n}`)
  expect((await harness.asService.post('/internal/scripts/heads', { ids: many })).status).toBe(400)
})

describe('contracts/internal: what tts asks', () => {
  test('narration: lines, casting and a version that changes with every saved casting', async () => {
    const before = await page('')
    expect(before).toMatchObject({ scriptId: id, ownerId: 'ada', casting: { characterAssignments: {} } })
    expect(before.lines).toHaveLength(6)
    expect(before.lines[3]).toEqual({ _id: 'l4', type: 'Dialogue', text: 'Who is there?', character: 'MARA' })

    const versions = new Set([before.castingVersion])
    for (const voice of ['v', 'v', 'w']) {
      await ada.post(`/api/scripts/${id}/assign-voices`, { characterAssignments: { MARA: voice } })
      const { casting, castingVersion } = await page('')
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
      expect((await harness.asService.get(narrationPath(wrong))).status).toBe(400)
  })

  test('one line, and whose it is', async () => {
    const { body } = await harness.asService.get(`/internal/scripts/${id}/lines/l6`)
    const line = { _id: 'l6', type: 'Dialogue', text: 'Only the sea.', character: 'OLD TOM' }
    expect(body.data).toMatchObject({ ownerId: 'ada', lineIndex: 5, line, casting: expect.any(Object) })
  })

  test('404 for what is not there', async () => {
    for (const path of [`${id}/lines/l7`, 'gone/lines/l1', 'gone/narration'])
      expect((await harness.asService.get(`/internal/scripts/${path}`)).status).toBe(404)
  })

  test('product §10: closed to people', async () => {
    const path = `/internal/scripts/${id}`
    for (const response of [
      await ada.get(`${path}/narration`),
      await ada.get(`${path}/lines/l1`),
      await ada.post(`${path}/acknowledge`, { kind: 'casting', mark: 1 }),
      await ada.post('/internal/scripts/heads', { ids: [id] }),
    ])
      expect(response.status).toBe(403)
  })
})
