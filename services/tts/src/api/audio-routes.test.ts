import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiHarness, lineOf } from '../testing/api-harness.ts'

const on = apiHarness()

describe('product §7: GET /api/audio', () => {
  let path: string
  beforeEach(async () => {
    on.script()
    await on.withWorker()
    path = `/api/audio/${(await on.generate(lineOf(1))).headers[CLIP_HEADERS.path]}`
  })

  test('serves a clip with headers for permanent caching', async () => {
    const response = await on.get(path)
    expect(response.body).toBe('test:one says Text number 1.')
    expect(response.headers).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^".+"$/),
    })
    const again = await on.get(path, { 'if-none-match': String(response.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  test('serves ranges', async () => {
    const part = await on.get(path, { range: 'bytes=5-7' })
    expect(part.statusCode).toBe(206)
    expect(part.body).toBe('one')
    expect(part.headers['content-range']).toBe('bytes 5-7/28')
    expect((await on.get(path, { range: 'bytes=-2' })).body).toBe('1.')
    const beyond = await on.get(path, { range: 'bytes=100-' })
    expect(beyond.statusCode).toBe(416)
    expect(beyond.headers['content-range']).toBe('bytes */28')
    expect((await on.get(path, { range: 'nonsense' })).statusCode).toBe(200)
    expect((await on.get(path, { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200)
  })

  test('product §10: responds to a request for a preview of another user as for a missing one', async () => {
    const hear = (uid?: string) => on.post('/api/voices/preview', { voiceId: 'test:one', text: 'Hi.' }, uid)
    const own = await hear()
    const ownPath = `/api/audio/${own.headers[CLIP_HEADERS.path]}`
    expect((await on.get(ownPath)).statusCode).toBe(200)
    const others = await on.get(ownPath, {}, 'another')
    const missing = await on.get(ownPath.replace(/[0-9a-f]{4}\.mp3$/, '0000.mp3'), {}, 'another')
    expect(others.statusCode).toBe(404)
    expect(others.json()).toEqual({ ...missing.json(), requestId: others.json().requestId })

    const again = await hear('another')
    expect(again.headers[CLIP_HEADERS.fromCache]).toBe('false')
    expect(again.headers[CLIP_HEADERS.path]).not.toBe(own.headers[CLIP_HEADERS.path])
    expect(on.provider.asked.filter((text) => text === 'Hi.')).toHaveLength(2)
  })

  test('product §10: prevents shared caches from serving a clip to another user', async () => {
    const { etag } = (await on.get(path)).headers
    for (const headers of [{}, { 'if-none-match': String(etag) }, { range: 'bytes=0-1' }])
      expect((await on.get(path, headers)).headers.vary).toBe('authorization')
    const posted = await on.generate(lineOf(1))
    expect(posted.headers).toMatchObject({ vary: 'authorization', 'cache-control': 'no-store' })
  })

  test('responds with 404 for a well-formed path without a clip, and serves no other files', async () => {
    const missing = await on.get(`/api/audio/scripts/_-0/=2d_-/${'a'.repeat(64)}.mp3`)
    expect([missing.statusCode, missing.json()]).toMatchObject([404, { code: 'NOT_FOUND' }])
    for (const bad of ['../tts.sqlite', 'scripts/s1/../../tts.sqlite', '%2e%2e/tts.sqlite'])
      expect([400, 404]).toContain((await on.get(`/api/audio/${bad}`)).statusCode)
  })
})
