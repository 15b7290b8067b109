import { API_CLIP_MS } from '@andscene/contracts/deadlines'
import { CLIP_HEADERS } from '@andscene/contracts/clip'
import { unavailable } from '@andscene/service-kit/http-error'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SpeechError } from '../speech/provider.ts'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { until } from '../testing/scripted-provider.ts'
import { ClipRequests } from './clip-requests.ts'

const on = apiHarness()
afterEach(() => {
  vi.restoreAllMocks()
})

describe('product §7: generate', () => {
  beforeEach(() => {
    on.script()
  })

  test('without a script it is stored with the previews', async () => {
    await on.withWorker()
    const response = await on.generate({ voiceId: 'test:two', text: 'Hello there.' })
    expect(response.headers[CLIP_HEADERS.path]).toMatch(/^previews\//)
    expect(response.body).toBe('test:two says Hello there.')
  })

  test('a line is stored with its script, and found by the scripts service', async () => {
    await on.withWorker()
    const response = await on.generate(lineOf(1))
    expect(response.statusCode).toBe(200)
    const path = response.headers[CLIP_HEADERS.path]
    expect(path).toMatch(/^scripts\/s1\//)
    const index = await on.app.inject({ url: '/internal/scripts/s1/clips', headers: on.harness.service() })
    expect(index.json().data.clips).toContainEqual(
      expect.objectContaining({ path, voiceId: 'test:one', durationMs: 1_000, contentType: 'audio/mpeg' }),
    )
    expect((await on.get('/internal/scripts/s1/clips')).statusCode).toBe(403)
  })

  test("product §10: a text that differs from the line's is spoken but is not the line's clip", async () => {
    await on.withWorker()
    const other = await on.generate(lineOf(1, { text: 'Something else.' }))
    expect(other.body).toBe('test:one says Something else.')
    const own = await on.generate(lineOf(1))
    expect(own.body).toBe('test:one says Text number 1.')
    expect(own.headers[CLIP_HEADERS.path]).not.toBe(other.headers[CLIP_HEADERS.path])
  })

  test("a speech typed with its cue is the line's clip without the name", async () => {
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

  test('architecture §7: what it took to find line and voice is part of the time that the listener waits', async () => {
    const ensure = vi.spyOn(ClipRequests.prototype, 'ensure').mockRejectedValue(unavailable('not now'))
    const { list } = on.provider
    on.provider.list = () => wait(150).then(list)
    expect((await on.generate(lineOf(1))).statusCode).toBe(503)
    expect(ensure.mock.calls[0]![1].timeoutMs).toBeLessThan(API_CLIP_MS - 100)
  })

  test.each(['   ', '+', '?!...', '\u0000\u0007', '\u3164'])(
    'a text in which nothing can be spoken is refused before anything is made: %j',
    async (text) => {
      for (const refused of [
        await on.post('/api/voices/preview', { voiceId: 'test:one', text }),
        await on.generate({ voiceId: 'test:one', text }),
        await on.generate(lineOf(1, { text })),
      ]) {
        expect(refused.statusCode).toBe(400)
        expect(refused.json()).toMatchObject({
          code: 'VALIDATION',
          error: 'There is nothing in this text that can be spoken',
        })
      }
      expect(await on.jobs()).toBe(0)
      expect(await on.harness.narration.queue.getJobCountByTypes()).toBe(0)
    },
  )

  test('rejects a line without its script, and a missing line', async () => {
    expect((await on.generate({ voiceId: 'test:one', text: 'x', lineId: 'line-1' })).statusCode).toBe(400)
    expect((await on.generate(lineOf(99))).statusCode).toBe(404)
  })

  test('requests for one clip at the same time are one synthesis', async () => {
    const release = Promise.withResolvers<void>()
    on.provider.speak = ({ signal }) => until(release.promise, signal)
    await on.withWorker()
    const responses = Promise.all(Array.from({ length: 5 }, () => on.generate(lineOf(2))))
    await expect.poll(() => on.provider.asked.length).toBe(1)
    release.resolve()
    for (const { statusCode } of await responses) expect(statusCode).toBe(200)
    expect(on.provider.asked.filter((text) => text === 'Text number 2.')).toHaveLength(1)
  })

  test('a listener who asks is served before what is planned', async () => {
    on.script('s1', 40)
    const first = Promise.withResolvers<void>()
    on.provider.speak = (_request, call) => (call === 1 ? first.promise : Promise.resolve())
    await on.withWorker({ SPEECH_REMOTE_CONCURRENCY: '1' })
    await on.harness.plan('s1')
    await expect.poll(() => on.provider.asked.length).toBe(1)
    const wanted = on.generate(lineOf(30))
    // It waits in the queue, or for its turn in the worker.
    const known = async () => on.harness.lineAudio.queue.getJobs(['prioritized', 'active'])
    await expect.poll(async () => (await known()).some(({ priority }) => priority === 1)).toBe(true)
    first.resolve()
    expect((await wanted).statusCode).toBe(200)
    expect(on.provider.asked.indexOf('Text number 30.')).toBeLessThan(6)
  })

  test.each([
    { kind: 'auth', status: 502, code: 'SPEECH_FAILED', error: 'This text could not be spoken' },
    { kind: 'bad-input', status: 400, code: 'VALIDATION', error: 'This voice cannot speak this text' },
  ] as const)(
    'a refusal for $kind is $status without internals, and the next request retries it',
    async ({ kind, status, code, error }) => {
      on.provider.speak = () => Promise.reject(new SpeechError(kind, 'secret detail'))
      await on.withWorker()
      for (const failed of [
        await on.generate(lineOf(0)),
        await on.post('/api/voices/preview', { voiceId: 'test:one', text: 'Hello.' }),
      ]) {
        expect(failed.statusCode).toBe(status)
        expect(failed.json()).toMatchObject({ success: false, code, error })
        expect(failed.body).not.toContain('secret')
      }
      on.provider.speak = async () => {}
      expect((await on.generate(lineOf(0))).statusCode).toBe(200)
    },
  )

  test('a row whose object is lost is made again', async () => {
    await on.withWorker()
    const path = String((await on.generate(lineOf(0))).headers[CLIP_HEADERS.path])
    await on.harness.objects.remove([path])
    const again = await on.generate(lineOf(0))
    expect(again.statusCode).toBe(200)
    expect(again.headers[CLIP_HEADERS.fromCache]).toBe('false')
  })
})
