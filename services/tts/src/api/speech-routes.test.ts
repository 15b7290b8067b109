import { API_CLIP_MS } from '@andscene/contracts/deadlines'
import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { unavailable } from '@andscene/service-kit/http-error'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { ClipRequests } from './clip-requests.ts'

const on = apiHarness()
afterEach(() => {
  vi.restoreAllMocks()
})

describe('product §7: generate', () => {
  beforeEach(() => {
    on.script()
  })

  test('stores a clip of a line with its script, where the scripts service finds it', async () => {
    await on.withWorker()
    const response = await on.generate(lineOf(1))
    expect(response.statusCode).toBe(200)
    const path = response.headers[CLIP_HEADERS.path]
    expect(path).toMatch(/^scripts\/s1\//)
    const url = '/internal/scripts/s1/audio'
    const payload = { page: { count: 1 } }
    const index = await on.app.inject({ method: 'POST', url, headers: on.harness.service(), payload })
    expect(index.json().data.clips).toContainEqual(
      expect.objectContaining({ path, voiceId: 'test:one', durationMs: 1_000, contentType: 'audio/mpeg' }),
    )
    expect((await on.post(url, payload)).statusCode).toBe(403)
  })

  test('product §10: speaks a text that differs from the line, but not as the clip of the line', async () => {
    await on.withWorker()
    const other = await on.generate(lineOf(1, { text: 'Something else.' }))
    expect(other.body).toBe('test:one says Something else.')
    const own = await on.generate(lineOf(1))
    expect(own.body).toBe('test:one says Text number 1.')
    expect(own.headers[CLIP_HEADERS.path]).not.toBe(other.headers[CLIP_HEADERS.path])
  })

  test("uses the line's clip without the character name for a speech typed with its cue", async () => {
    const script = scriptOf(0, 'test:one')
    const text = 'HAGEN: Get out.'
    script.lines.push({ _id: 'line-0', type: 'Dialogue', text, character: 'HAGEN' })
    script.casting.characterAssignments = { HAGEN: 'test:one' }
    on.script('s1', script)
    await on.withWorker()
    const ensure = vi.spyOn(ClipRequests.prototype, 'ensure')
    const { body } = await on.generate(lineOf(0, { text }))
    expect(body).toBe('test:one says Get out.')
    expect(ensure.mock.calls[0]![1].wanted).toBe(true)
  })

  test('product §3: does not speak struck-out words, and rejects a line that has no others', async () => {
    const script = scriptOf(2, 'test:one')
    const text = 'The old new key.'
    script.lines[0] = { ...script.lines[0]!, text, styles: [{ start: 4, end: 8, struck: true }] }
    script.lines[1] = { ...script.lines[1]!, styles: [{ start: 0, end: 14, struck: true }] }
    on.script('s1', script)
    await on.withWorker()
    const ensure = vi.spyOn(ClipRequests.prototype, 'ensure')
    const { body } = await on.generate(lineOf(0, { text }))
    expect(body).toBe('test:one says The new key.')
    expect(ensure.mock.calls[0]![1].wanted).toBe(true)
    expect((await on.generate(lineOf(1))).statusCode).toBe(400)
  })

  test('architecture §7: the time limit includes the lookup of line and voice', async () => {
    const ensure = vi.spyOn(ClipRequests.prototype, 'ensure').mockRejectedValue(unavailable('not now'))
    const { list } = on.provider
    on.provider.list = () => wait(150).then(list)
    expect((await on.generate(lineOf(1))).statusCode).toBe(503)
    expect(ensure.mock.calls[0]![1].timeoutMs).toBeLessThan(API_CLIP_MS - 100)
  })

  test.each(['   ', '+', '?!...', '\u0000\u0007', '\u3164'])(
    'rejects a text in which nothing can be spoken: %j',
    async (text) => {
      for (const refused of [
        await on.post('/api/voices/preview', { voiceId: 'test:one', text }),
        await on.generate({ voiceId: 'test:one', text }),
        await on.generate(lineOf(1, { text })),
      ]) {
        expect([refused.statusCode, refused.json().code]).toEqual([400, 'VALIDATION'])
      }
      expect(await on.jobs()).toBe(0)
      expect(await on.harness.narration.queue.getJobCountByTypes()).toBe(0)
    },
  )

  test('rejects a line without its script, and a missing line', async () => {
    expect((await on.generate({ voiceId: 'test:one', text: 'x', lineId: 'line-1' })).statusCode).toBe(400)
    expect((await on.generate(lineOf(99))).statusCode).toBe(404)
  })

  test('makes a clip again when its object is lost', async () => {
    await on.withWorker()
    const path = String((await on.generate(lineOf(0))).headers[CLIP_HEADERS.path])
    await on.harness.objects.remove([path])
    const again = await on.generate(lineOf(0))
    expect(again.statusCode).toBe(200)
    expect(again.headers[CLIP_HEADERS.fromCache]).toBe('false')
  })
})
