import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { beforeEach, describe, expect, test } from 'vitest'
import { wordsPath } from '../clips/clip-path.ts'
import { apiHarness, lineOf } from '../testing/api-harness.ts'

const WORDS = [
  { at: 0, length: 4, startMs: 20, endMs: 400 },
  { at: 5, length: 6, startMs: 400, endMs: 900 },
]

const on = apiHarness()
let path: string
beforeEach(async () => {
  on.provider.words = WORDS
  on.script('s1', 2)
  await on.withWorker()
  path = String((await on.generate(lineOf(1))).headers[CLIP_HEADERS.path])
})
const words = (clip: string, as?: string) => on.get(`/api/words/${clip}`, {}, as)
const audio = async () => (await on.get(`/api/audio/${path}`)).statusCode

const NO_WORDS = { text: '', words: [] }

describe('product §7: GET /api/words', () => {
  test('responds with the words of a stored clip', async () => {
    const response = await words(path)
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      { data: { text: 'Text number 1.', words: WORDS } },
    ])
  })

  test('product §2: responds with the range of the line that each word says, to those who may listen', async () => {
    const response = await words(`${path}?lineId=line-1`)
    expect(response.json().data.words).toEqual([
      { ...WORDS[0], from: 0, to: 4 },
      { ...WORDS[1], from: 5, to: 11 },
    ])
    expect((await words(`${path}?lineId=line-9`)).statusCode).toBe(404)
    expect((await words(`${path}?lineId=line-1`, 'another')).statusCode).toBe(404)
    expect((await words(`${path}?lineId=../x`)).statusCode).toBe(400)
    expect((await words(`${path}?lineId=${'a'.repeat(5_000)}`)).statusCode).toBe(400)
  })

  test.each([
    ['lost', undefined],
    ['empty', ''],
    ['cut', '{"words":[{"at":0,'],
    ['of another form', '{"text":"","words":[{"at":"0"}]}'],
    ['no text', Buffer.from([0xff, 0x00, 0xfe])],
  ])(
    'with a timing file that is %s responds with no words, and the clip plays as before',
    async (_, file) => {
      const { objects } = on.harness
      if (file === undefined) await objects.remove([wordsPath(path)])
      else await objects.write(wordsPath(path), Buffer.from(file))
      const response = await words(path)
      expect([response.statusCode, response.json()]).toEqual([200, { success: true, data: NO_WORDS }])
      expect(await audio()).toBe(200)
      expect((await on.generate(lineOf(1))).headers[CLIP_HEADERS.fromCache]).toBe('true')
    },
  )

  test('responds with no words for a clip of a provider without word times', async () => {
    on.provider.words = undefined
    const other = await on.generate(lineOf(1, { voiceId: 'test:two' }))
    const response = await words(String(other.headers[CLIP_HEADERS.path]))
    expect([response.statusCode, response.json().data]).toEqual([200, NO_WORDS])
  })

  test('responds with 404 for a clip that is not stored', async () => {
    await on.harness.index.remove([path])
    expect((await words(path)).statusCode).toBe(404)
  })

  test("product §10: hides previews of other users, and a timing file's own path is no clip", async () => {
    const preview = await on.post('/api/voices/preview', { voiceId: 'test:one', text: 'Hi.' })
    const own = String(preview.headers[CLIP_HEADERS.path])
    expect((await words(own)).statusCode).toBe(200)
    expect((await words(own, 'another')).statusCode).toBe(404)
    expect((await words(path, 'another')).statusCode).toBe(404)
    for (const bad of [wordsPath(path), '../tts.sqlite', '%2e%2e/tts.sqlite', `scripts/s1/../${path}`])
      expect([400, 404]).toContain((await words(bad)).statusCode)
    expect([400, 404]).toContain((await on.get(`/api/audio/${wordsPath(path)}`)).statusCode)
  })

  test('are deleted with the clips, which alone are counted', async () => {
    await on.planned()
    await expect.poll(() => on.stored(), { timeout: 20_000 }).toBe(2)
    const { objects } = on.harness
    const clear = (what: string, body: object) => on.post(`/api/caching/${what}`, { scriptId: 's1', ...body })
    expect((await clear('clear-line-cache', { lineId: 'line-1' })).json()).toMatchObject({ filesDeleted: 1 })
    expect(await objects.read(wordsPath(path))).toBeUndefined()
    expect((await clear('clear-cache', {})).json()).toMatchObject({ filesDeleted: 1 })
    const left: string[] = []
    for await (const some of objects.list('scripts/s1/')) left.push(...some.map((one) => one.path))
    expect(left).toEqual([])
  })
})
