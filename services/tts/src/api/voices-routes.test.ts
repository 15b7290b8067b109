import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { describe, expect, test, vi } from 'vitest'
import { apiHarness, guestOf } from '../testing/api-harness.ts'
import { ScriptedProvider } from '../testing/scripted-provider.ts'

const on = apiHarness()

describe('product §7: voices', () => {
  test('lists voices by locale and name', async () => {
    expect((await on.get('/api/voices')).json()).toMatchObject({
      success: true,
      data: { voices: [{ voiceId: 'test:one' }, { voiceId: 'test:two' }] },
    })
  })

  test('returns the state of the natural voices that workers report', async () => {
    expect((await on.get('/api/voices')).json().data.naturalVoices).toBeUndefined()
    await on.harness.worker([on.provider])
    const off = { state: 'off', reason: expect.stringContaining('KOKORO=off') as string }
    await expect.poll(async () => (await on.get('/api/voices')).json().data.naturalVoices).toEqual(off)
    // The gateway reads the state here. The API is ready without natural voices.
    const ready = await on.get('/readyz')
    expect(ready.statusCode).toBe(200)
    expect(ready.json().naturalVoices).toEqual(off)
  })

  test('omits voices of an unavailable provider; responds with 503 when none responds', async () => {
    const down = new ScriptedProvider('down')
    down.list = () => Promise.reject(new Error('away'))
    const both = await on.harness.api([down, on.provider])
    const request = { url: '/api/voices', headers: on.harness.person() }
    expect((await both.inject(request)).json().data.voices).toHaveLength(2)
    const response = await (await on.harness.api([down])).inject(request)
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBeDefined()
  })

  test('stores the default voice of a user until it is set to null; responds with 404 for an unknown voice', async () => {
    expect((await on.get('/api/voices/default')).json().data).toEqual({ voiceId: null })
    expect((await on.post('/api/voices/default', { voiceId: 'test:two' })).json().data).toEqual({
      voiceId: 'test:two',
    })
    expect((await on.get('/api/voices/default')).json().data).toEqual({ voiceId: 'test:two' })
    expect((await on.get('/api/voices/default', {}, 'another')).json().data).toEqual({ voiceId: null })
    expect((await on.post('/api/voices/default', { voiceId: 'test:unknown' })).statusCode).toBe(404)
    expect((await on.post('/api/voices/default', { voiceId: null })).json().data).toEqual({ voiceId: null })
    expect((await on.get('/api/voices/default')).json().data).toEqual({ voiceId: null })
  })
})

describe('product §5: words that the natural voices do not know', () => {
  test('are returned in their order', async () => {
    const words = ['ANNA', 'ZYGMYRTH', 'Qwv', 'दीदी']
    const found = await on.post('/api/voices/unknown-words', { words })
    expect(found.json().data).toEqual({ unknown: ['ZYGMYRTH', 'Qwv'] })
  })

  test.each([[{ words: Array.from({ length: 501 }, () => 'x') }], [{ words: ['x'.repeat(81)] }], [{}]])(
    'are not looked up in a request that is too large or empty',
    async (body) => {
      expect((await on.post('/api/voices/unknown-words', body)).statusCode).toBe(400)
    },
  )

  test('are not looked up for guests', async () => {
    const found = await on.post('/api/voices/unknown-words', { words: ['x'] }, guestOf('s1'))
    expect(found.statusCode).toBe(403)
  })
})

describe('product §5: preview of a pronunciation', () => {
  const text = 'Ask Siobhan.'
  const hear = (pronunciation?: object) =>
    on.post('/api/voices/preview', { voiceId: 'test:one', text, pronunciation })
  const pathOf = async (pronunciation?: object) => (await hear(pronunciation)).headers[CLIP_HEADERS.path]

  test('is another clip than without it, for each pronunciation', async () => {
    await on.withWorker()
    const speak = vi.spyOn(on.provider, 'synthesise')
    const respelling = { word: 'siobhan', says: 'shi-VAWN', as: 'respelling', character: 'ANNA' }
    const paths = [
      await pathOf(),
      await pathOf(respelling),
      await pathOf({ ...respelling, says: 'SHIV' }),
      await pathOf({ ...respelling, word: 'Aoife' }),
    ]
    expect(new Set(paths.slice(0, 3)).size).toBe(3)
    expect(paths[3]).toBe(paths[0])
    expect(speak.mock.calls[1]![0].sounds).toEqual([{ at: 4, length: 7, ipa: 'ʃɪˈvɔːn', spelled: 'shivawn' }])
  })

  test.each([
    [{ word: 'Siobhan', says: 'ʃɪ§', as: 'ipa' }, /^There is no sound "§" at position 3\./],
    [{ word: '…', says: 'dot', as: 'respelling' }, /^The word has no letter/],
    [{ word: 'x'.repeat(81), says: 'a', as: 'ipa' }, /./],
    [{ word: 'Siobhan', says: 'a'.repeat(121), as: 'ipa' }, /./],
    [{ word: 'Siobhan', says: 'a', as: 'ssml' }, /./],
  ])('is refused for %j', async (pronunciation, error) => {
    const refused = await hear(pronunciation)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ code: 'VALIDATION', error: expect.stringMatching(error) })
    expect(on.provider.asked).toEqual([])
  })
})

describe('product §7: preview', () => {
  test('speaks the text, from storage the second time; without a text it speaks a sample', async () => {
    await on.withWorker()
    const preview = () => on.post('/api/voices/preview', { voiceId: 'test:one', text: 'Interior. Day.' })
    const first = await preview()
    expect(first.statusCode).toBe(200)
    expect(first.body).toBe('test:one says Interior. Day.')
    expect(first.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(first.rawPayload.byteLength),
      [CLIP_HEADERS.fromCache]: 'false',
      [CLIP_HEADERS.source]: 'generated',
      [CLIP_HEADERS.duration]: '1000',
      [CLIP_HEADERS.path]: expect.stringMatching(/^previews\/[0-9a-f]{32}\/test=3aone\/[0-9a-f]{64}\.mp3$/),
    })
    const second = await preview()
    expect(second.headers).toMatchObject({
      [CLIP_HEADERS.fromCache]: 'true',
      [CLIP_HEADERS.source]: 'storage',
    })
    expect(second.rawPayload).toEqual(first.rawPayload)
    expect(on.provider.asked).toHaveLength(1)
    expect((await on.post('/api/voices/preview', { voiceId: 'test:one' })).body).toContain('I am one')
  })

  test('responds with 404 for an unknown voice, and with 400 for more than 5,000 characters', async () => {
    expect((await on.post('/api/voices/preview', { voiceId: 'test:unknown' })).statusCode).toBe(404)
    const long = await on.post('/api/voices/preview', { voiceId: 'test:one', text: 'a'.repeat(5_001) })
    expect(long.statusCode).toBe(400)
    expect(long.json()).toMatchObject({ success: false, code: 'VALIDATION' })
  })
})
