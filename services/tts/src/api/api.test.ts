import { CLIP_HEADERS } from '@andscene/contracts/voice'
import type { App } from '@andscene/service-kit/create-app'
import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { scriptOf } from '../testing/fake-scripts.ts'
import { ScriptedProvider, until } from '../testing/scripted-provider.ts'
import { openStage, type Stage } from '../testing/stage.ts'

let redis: RedisServer
let stage: Stage
let provider: ScriptedProvider
let app: App
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())
beforeEach(async () => {
  stage = await openStage(redis)
  provider = new ScriptedProvider()
  app = await stage.api([provider])
})
afterEach(() => stage.close())

const get = (url: string, headers: Record<string, string> = {}, uid?: string) =>
  app.inject({ url, headers: { ...stage.person(uid), ...headers } })
const post = (url: string, payload: object, uid?: string) =>
  app.inject({ method: 'POST', url, payload, headers: stage.person(uid) })
const generate = (payload: object, uid?: string) => post('/api/voices/generate', payload, uid)
const withWorker = () => stage.worker([provider])
const line = (lineId: string, more: object = {}) => ({
  voiceId: 'test:one',
  scriptId: 's1',
  lineId,
  text: `Text number ${lineId.split('-')[1]}.`,
  ...more,
})

describe('SPEC §7: voices', () => {
  test('lists voices with every field of SPEC §3, by locale and name', async () => {
    const answer = (await get('/api/voices')).json()
    expect(answer.success).toBe(true)
    expect(answer.data.voices.map((voice: { voiceId: string }) => voice.voiceId)).toEqual([
      'test:one',
      'test:two',
    ])
    expect(Object.keys(answer.data.voices[0])).toEqual(
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

  test('a provider that is down leaves the others; when none answers it is 503', async () => {
    const down = new ScriptedProvider('down')
    down.list = () => Promise.reject(new Error('away'))
    const both = await stage.api([down, provider])
    expect(
      (await both.inject({ url: '/api/voices', headers: stage.person() })).json().data.voices,
    ).toHaveLength(2)
    const none = await stage.api([down])
    const answer = await none.inject({ url: '/api/voices', headers: stage.person() })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBeDefined()
  })

  test('the default voice is kept per person; one that does not exist is 404', async () => {
    expect((await get('/api/voices/default')).json().data).toEqual({ voiceId: null })
    expect((await post('/api/voices/default', { voiceId: 'test:two' })).json().data).toEqual({
      voiceId: 'test:two',
    })
    expect((await get('/api/voices/default')).json().data).toEqual({ voiceId: 'test:two' })
    expect((await get('/api/voices/default', {}, 'somebody-else')).json().data).toEqual({ voiceId: null })
    expect((await post('/api/voices/default', { voiceId: 'test:nobody' })).statusCode).toBe(404)
  })

  test('nothing without a person', async () => {
    for (const url of [
      '/api/voices',
      '/api/voices/default',
      '/api/audio/previews/a/b.mp3',
      '/api/scripts/s1/narration',
    ])
      expect((await app.inject({ url })).statusCode).toBe(401)
    expect((await app.inject({ url: '/api/voices', headers: stage.service() })).statusCode).toBe(403)
  })
})

describe('SPEC §7: preview', () => {
  test('speaks the text, and the second time from storage', async () => {
    await withWorker()
    const first = await post('/api/voices/preview', {
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
      [CLIP_HEADERS.path]: expect.stringMatching(/^previews\/test=3aone\/[0-9a-f]{64}\.mp3$/),
    })
    const second = await post('/api/voices/preview', {
      voiceId: 'test:one',
      text: 'Interior. Living room. Day.',
    })
    expect(second.headers).toMatchObject({
      [CLIP_HEADERS.fromCache]: 'true',
      [CLIP_HEADERS.source]: 'storage',
    })
    expect(second.rawPayload).toEqual(first.rawPayload)
    expect(provider.asked).toHaveLength(1)
  })

  test('without a text the voice says its sample', async () => {
    await withWorker()
    expect((await post('/api/voices/preview', { voiceId: 'test:one' })).body).toContain('I am one')
  })

  test('an unknown voice is 404, a text over 5,000 characters 400', async () => {
    expect((await post('/api/voices/preview', { voiceId: 'test:nobody' })).statusCode).toBe(404)
    const long = await post('/api/voices/preview', { voiceId: 'test:one', text: 'a'.repeat(5_001) })
    expect(long.statusCode).toBe(400)
    expect(long.json()).toMatchObject({ success: false, code: 'VALIDATION' })
  })
})

describe('SPEC §7: generate', () => {
  beforeEach(() => {
    stage.scripts.scripts.set('s1', scriptOf(3, 'test:one'))
  })

  test('without a script it is stored with the previews', async () => {
    await withWorker()
    const answer = await generate({ voiceId: 'test:two', text: 'Hello there.' })
    expect(answer.headers[CLIP_HEADERS.path]).toMatch(/^previews\//)
    expect(answer.body).toBe('test:two says Hello there.')
  })

  test('a line is stored with its script, and found by the scripts service', async () => {
    await withWorker()
    const answer = await generate(line('line-1'))
    expect(answer.statusCode).toBe(200)
    const path = answer.headers[CLIP_HEADERS.path]
    expect(path).toMatch(/^scripts\/s1\//)
    const index = await app.inject({ url: '/internal/scripts/s1/clips', headers: stage.service() })
    expect(index.json().data.clips).toContainEqual(
      expect.objectContaining({ path, voiceId: 'test:one', durationMs: 1_000, contentType: 'audio/mpeg' }),
    )
    expect((await get('/internal/scripts/s1/clips')).statusCode).toBe(403)
  })

  test("RULINGS Safety: a text that differs from the line's is spoken but is not the line's clip", async () => {
    await withWorker()
    const other = await generate(line('line-1', { text: 'Something else.' }))
    expect(other.body).toBe('test:one says Something else.')
    const own = await generate(line('line-1'))
    expect(own.body).toBe('test:one says Text number 1.')
    expect(own.headers[CLIP_HEADERS.path]).not.toBe(other.headers[CLIP_HEADERS.path])
  })

  test("someone else's script is 404, exactly as a missing one", async () => {
    const others = await generate(line('line-1'), 'somebody-else')
    const missing = await generate(line('line-1', { scriptId: 's2' }), 'somebody-else')
    expect(others.statusCode).toBe(404)
    expect(others.json()).toEqual({ ...missing.json(), requestId: others.json().requestId })
    expect(
      (await generate({ voiceId: 'test:one', scriptId: 's1', text: 'x' }, 'somebody-else')).statusCode,
    ).toBe(404)
    expect((await generate(line('line-99'))).statusCode).toBe(404)
  })

  test('a text with nothing to speak, and a line without its script, are refused', async () => {
    expect((await generate({ voiceId: 'test:one', text: '   ' })).statusCode).toBe(400)
    expect((await generate({ voiceId: 'test:one', text: 'x', lineId: 'line-1' })).statusCode).toBe(400)
  })

  test('requests for one clip at the same time are one synthesis', async () => {
    const release = Promise.withResolvers<void>()
    provider.speak = ({ signal }) => until(release.promise, signal)
    await withWorker()
    const answers = Promise.all(Array.from({ length: 5 }, () => generate(line('line-2'))))
    await expect.poll(() => provider.asked.length).toBe(1)
    release.resolve()
    expect((await answers).map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(provider.asked.filter((text) => text === 'Text number 2.')).toHaveLength(1)
  })

  test('a listener who asks is served before what is planned', async () => {
    stage.scripts.scripts.set('s1', scriptOf(40, 'test:one'))
    const first = Promise.withResolvers<void>()
    provider.speak = (_request, call) => (call === 1 ? first.promise : Promise.resolve())
    await stage.worker([provider], { SPEECH_REMOTE_CONCURRENCY: '1' })
    await stage.plan('s1')
    await expect.poll(() => provider.asked.length).toBe(1)
    const wanted = generate(line('line-30'))
    await expect.poll(async () => (await stage.lineAudio.queue.getPrioritized(0, 0))[0]?.priority).toBe(1)
    first.resolve()
    expect((await wanted).statusCode).toBe(200)
    expect(provider.asked.indexOf('Text number 30.')).toBeLessThan(6)
  })

  test('what cannot be spoken is 502 without internals, and is tried anew when asked again', async () => {
    const { SpeechError } = await import('../speech/provider.ts')
    provider.speak = () => Promise.reject(new SpeechError('bad-input', 'secret detail'))
    await withWorker()
    const failed = await generate(line('line-0'))
    expect(failed.statusCode).toBe(502)
    expect(failed.json()).toMatchObject({ success: false, code: 'SPEECH_FAILED' })
    expect(failed.body).not.toContain('secret')
    provider.speak = async () => {}
    expect((await generate(line('line-0'))).statusCode).toBe(200)
  })

  test('a row whose object is lost is made again', async () => {
    await withWorker()
    const path = String((await generate(line('line-0'))).headers[CLIP_HEADERS.path])
    await stage.objects.remove([path])
    const again = await generate(line('line-0'))
    expect(again.statusCode).toBe(200)
    expect(again.headers[CLIP_HEADERS.fromCache]).toBe('false')
  })
})

describe('RULINGS: GET /api/audio', () => {
  let path: string
  beforeEach(async () => {
    stage.scripts.scripts.set('s1', scriptOf(3, 'test:one'))
    await withWorker()
    path = `/api/audio/${(await generate(line('line-1'))).headers[CLIP_HEADERS.path]}`
  })

  test('serves the clip to be kept for good', async () => {
    const answer = await get(path)
    expect(answer.body).toBe('test:one says Text number 1.')
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^".+"$/),
    })
    const again = await get(path, { 'if-none-match': String(answer.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  test('serves ranges', async () => {
    const part = await get(path, { range: 'bytes=5-7' })
    expect(part.statusCode).toBe(206)
    expect(part.body).toBe('one')
    expect(part.headers['content-range']).toBe('bytes 5-7/28')
    expect((await get(path, { range: 'bytes=-2' })).body).toBe('1.')
    const beyond = await get(path, { range: 'bytes=100-' })
    expect(beyond.statusCode).toBe(416)
    expect(beyond.headers['content-range']).toBe('bytes */28')
    expect((await get(path, { range: 'nonsense' })).statusCode).toBe(200)
    expect((await get(path, { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200)
  })

  test('a script is for its owner, a preview for everybody signed in', async () => {
    expect((await get(path, {}, 'somebody-else')).statusCode).toBe(404)
    const preview = await post('/api/voices/preview', { voiceId: 'test:one', text: 'Hi.' })
    const answer = await get(`/api/audio/${preview.headers[CLIP_HEADERS.path]}`, {}, 'somebody-else')
    expect(answer.statusCode).toBe(200)
  })

  test('only paths of clips are looked at', async () => {
    for (const bad of [
      '../tts.sqlite',
      'scripts/s1/../../tts.sqlite',
      'scripts/s1/v/short.mp3',
      '%2e%2e/tts.sqlite',
    ])
      expect((await get(`/api/audio/${bad}`)).statusCode).toBe(404)
  })
})

describe('SPEC §7: caching', () => {
  beforeEach(async () => {
    stage.scripts.scripts.set('s1', scriptOf(4, 'test:one'))
    await withWorker()
    for (const n of [0, 1, 2]) await generate(line(`line-${n}`))
    await generate(line('line-1', { voiceId: 'test:two' }))
    // Each request has told a position, so the rest is planned too.
    await vi.waitFor(async () => {
      const clips = await stage.index.ofScript('s1')
      const planning = await stage.narration.queue.getJobCountByTypes('active', 'waiting', 'delayed')
      if (clips.length < 5 || planning > 0) throw new Error('not planned yet')
    })
  })

  test('clear-line-cache deletes the clips of the line in every voice', async () => {
    const answer = await post('/api/caching/clear-line-cache', { scriptId: 's1', lineId: 'line-1' })
    expect(answer.json()).toMatchObject({ success: true, filesDeleted: 2 })
    expect(await stage.index.ofScript('s1')).toHaveLength(3)
  })

  test('clear-cache leaves no object and no row', async () => {
    expect((await post('/api/caching/clear-cache', { scriptId: 's1' })).json()).toMatchObject({
      success: true,
      filesDeleted: 5,
    })
    expect(await stage.index.ofScript('s1')).toEqual([])
    expect(await stage.objects.removeFolder('scripts/s1/')).toBe(0)
    expect((await post('/api/caching/clear-cache', { scriptId: 's1' })).json()).toMatchObject({
      filesDeleted: 0,
    })
  })

  test("someone else's script is 404 and keeps its clips", async () => {
    expect((await post('/api/caching/clear-cache', { scriptId: 's1' }, 'somebody-else')).statusCode).toBe(404)
    const one = { scriptId: 's1', lineId: 'line-1' }
    expect((await post('/api/caching/clear-line-cache', one, 'somebody-else')).statusCode).toBe(404)
    expect(await stage.index.ofScript('s1')).toHaveLength(5)
  })
})

describe('RULINGS: GET /api/scripts/{id}/narration', () => {
  test('counts lines that are ready, waiting and failed', async () => {
    const { SpeechError } = await import('../speech/provider.ts')
    const script = scriptOf(4, 'test:one')
    script.lines.push({ _id: 'again', type: 'Action', text: 'Text number 0.' })
    script.lines.push({ _id: 'empty', type: 'Action', text: ' ' })
    script.lines.push({ _id: 'uncast', type: 'Dialogue', text: 'Hello.', character: 'Nobody' })
    stage.scripts.scripts.set('s1', script)
    const narration = async () => (await get('/api/scripts/s1/narration')).json().data
    expect(await narration()).toEqual({ total: 5, ready: 0, waiting: 5, failed: 0 })
    provider.speak = ({ text }) =>
      text.includes('3') ? Promise.reject(new SpeechError('bad-input', 'no')) : Promise.resolve()
    await withWorker()
    await stage.plan('s1')
    await expect.poll(narration).toEqual({ total: 5, ready: 4, waiting: 0, failed: 1 })
    expect((await get('/api/scripts/s1/narration', {}, 'somebody-else')).statusCode).toBe(404)
  })
})

describe('operators', () => {
  const token = 'a-long-operators-token'
  test('the view of the queues opens for their token only', async () => {
    const own = await stage.api([provider], { OPERATOR_TOKEN: token })
    const open = (authorization?: string) =>
      own.inject({ url: '/operators/queues/api/queues', headers: authorization ? { authorization } : {} })
    expect((await open()).statusCode).toBe(401)
    expect((await open('Bearer wrong')).statusCode).toBe(401)
    expect(
      (await open(`Bearer ${token}`)).json().queues.map((queue: { name: string }) => queue.name),
    ).toContain('line-audio')
    expect((await open(`Basic ${Buffer.from(`operator:${token}`).toString('base64')}`)).statusCode).toBe(200)
    expect((await own.inject('/operators/queues')).headers['www-authenticate']).toContain('Basic')
  })

  test('without a token there is none', async () => {
    expect((await app.inject('/operators/queues')).statusCode).toBe(404)
  })

  test('metrics tell the backlog by state', async () => {
    stage.scripts.scripts.set('s1', scriptOf(3, 'test:one'))
    await stage.plan('s1')
    expect((await app.inject('/metrics')).body).toMatch(
      /queue_jobs\{queue="script-narration",state="waiting",service="tts"\} 1/,
    )
  })
})
