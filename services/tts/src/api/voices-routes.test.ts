import { CLIP_HEADERS } from '@andscene/contracts/clip'
import { describe, expect, test } from 'vitest'
import { apiHarness } from '../testing/api-harness.ts'
import { eventually } from '../testing/eventually.ts'
import { ScriptedProvider } from '../testing/scripted-provider.ts'

const on = apiHarness()

describe('product §7: voices', () => {
  test('lists voices with every field of product §3, by locale and name', async () => {
    const response = (await on.get('/api/voices')).json()
    expect(response.success).toBe(true)
    expect(response.data.voices.map((voice: { voiceId: string }) => voice.voiceId)).toEqual([
      'test:one',
      'test:two',
    ])
    expect(Object.keys(response.data.voices[0])).toEqual(
      expect.arrayContaining([
        'name',
        'gender',
        'locale',
        'language',
        'provider',
        'category',
        'wordsPerMinute',
      ]),
    )
  })

  test('says how far the natural voices are, as the workers say it', async () => {
    expect((await on.get('/api/voices')).json().data.naturalVoices).toBeUndefined()
    await on.harness.worker([on.provider])
    const off = { state: 'off', reason: expect.stringContaining('KOKORO=off') as string }
    await eventually(async () => (await on.get('/api/voices')).json().data.naturalVoices).toEqual(off)
    // The gateway's health reads it there; that they are not there makes nothing unready.
    const ready = await on.get('/readyz')
    expect(ready.statusCode).toBe(200)
    expect(ready.json().naturalVoices).toEqual(off)
  })

  test('a provider that is down leaves the others; when none responds it is 503', async () => {
    const down = new ScriptedProvider('down')
    down.list = () => Promise.reject(new Error('away'))
    const both = await on.harness.api([down, on.provider])
    expect(
      (await both.inject({ url: '/api/voices', headers: on.harness.person() })).json().data.voices,
    ).toHaveLength(2)
    const none = await on.harness.api([down])
    const response = await none.inject({ url: '/api/voices', headers: on.harness.person() })
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBeDefined()
  })

  test('the default voice is kept per person; one that does not exist is 404, null takes it back', async () => {
    expect((await on.get('/api/voices/default')).json().data).toEqual({ voiceId: null })
    expect((await on.post('/api/voices/default', { voiceId: 'test:two' })).json().data).toEqual({
      voiceId: 'test:two',
    })
    expect((await on.get('/api/voices/default')).json().data).toEqual({ voiceId: 'test:two' })
    expect((await on.get('/api/voices/default', {}, 'somebody-else')).json().data).toEqual({ voiceId: null })
    expect((await on.post('/api/voices/default', { voiceId: 'test:nobody' })).statusCode).toBe(404)
    expect((await on.post('/api/voices/default', { voiceId: null })).json().data).toEqual({ voiceId: null })
    expect((await on.get('/api/voices/default')).json().data).toEqual({ voiceId: null })
  })

  test('nothing without a person', async () => {
    for (const url of [
      '/api/voices',
      '/api/voices/default',
      '/api/audio/previews/a/b.mp3',
      '/api/scripts/s1/narration',
    ])
      expect((await on.app.inject({ url })).statusCode).toBe(401)
    expect((await on.app.inject({ url: '/api/voices', headers: on.harness.service() })).statusCode).toBe(403)
  })
})

describe('product §7: preview', () => {
  test('speaks the text, and the second time from storage', async () => {
    await on.withWorker()
    const first = await on.post('/api/voices/preview', {
      voiceId: 'test:one',
      text: 'Interior. Living room. Day.',
    })
    expect(first.statusCode).toBe(200)
    expect(first.body).toBe('test:one says Interior. Living room. Day.')
    expect(first.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(first.rawPayload.byteLength),
      [CLIP_HEADERS.fromCache]: 'false',
      [CLIP_HEADERS.source]: 'generated',
      [CLIP_HEADERS.duration]: '1000',
      [CLIP_HEADERS.path]: expect.stringMatching(/^previews\/[0-9a-f]{32}\/test=3aone\/[0-9a-f]{64}\.mp3$/),
    })
    const second = await on.post('/api/voices/preview', {
      voiceId: 'test:one',
      text: 'Interior. Living room. Day.',
    })
    expect(second.headers).toMatchObject({
      [CLIP_HEADERS.fromCache]: 'true',
      [CLIP_HEADERS.source]: 'storage',
    })
    expect(second.rawPayload).toEqual(first.rawPayload)
    expect(on.provider.asked).toHaveLength(1)
  })

  test('without a text the voice says its sample', async () => {
    await on.withWorker()
    expect((await on.post('/api/voices/preview', { voiceId: 'test:one' })).body).toContain('I am one')
  })

  test('an unknown voice is 404, a text over 5,000 characters 400', async () => {
    expect((await on.post('/api/voices/preview', { voiceId: 'test:nobody' })).statusCode).toBe(404)
    const long = await on.post('/api/voices/preview', { voiceId: 'test:one', text: 'a'.repeat(5_001) })
    expect(long.statusCode).toBe(400)
    expect(long.json()).toMatchObject({ success: false, code: 'VALIDATION' })
  })
})
