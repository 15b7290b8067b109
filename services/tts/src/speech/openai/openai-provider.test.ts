import { listening } from '@andscene/testing/listening'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { integratedLoudness } from '../audio/loudness.ts'
import { Mp3Encoder } from '../audio/mp3-encoder.ts'
import { decoded, silence, spoken, streamedWav, withId3, withoutTag } from '../../testing/sounds.ts'
import { SpeechThreads } from '../threads/speech-threads.ts'
import { OpenAiProvider, type OpenAiOptions } from './openai-provider.ts'

type Speech = { model: string; input: string; voice: string; response_format: string }
type Handler = (request: IncomingMessage, response: ServerResponse) => void

let threads: SpeechThreads
/** One second of sound between half seconds of silence, as MP3. */
let mp3: Uint8Array
let server: Awaited<ReturnType<typeof listening>>
let url: string
let handle: Handler
const asked: { path: string; authorization: string | undefined; body: Speech }[] = []

beforeAll(async () => {
  threads = new SpeechThreads({ threads: 1 })
  mp3 = (await Mp3Encoder.create()).encode(spoken(24_000))
  const answering = createServer(async (request, response) => {
    const received = await request.toArray().catch(() => undefined)
    // Canceled before it was complete.
    if (!received) return
    const body = JSON.parse(received.join('') || 'null') as Speech
    asked.push({ path: request.url!, authorization: request.headers.authorization, body })
    handle(request, response)
  })
  server = await listening(answering)
  url = server.url
})
afterEach(() => {
  asked.length = 0
})
afterAll(async () => {
  await server.close()
  await threads.close()
})

const provider = (options: Partial<OpenAiOptions> = {}) => new OpenAiProvider(threads, { url, ...options })
const say = (options?: Partial<OpenAiOptions>, signal?: AbortSignal) =>
  provider(options).synthesise({
    voiceId: 'openai:nova',
    text: 'Hello there.',
    ...(signal ? { signal } : {}),
  })
const loudness = async (clip: Uint8Array) => integratedLoudness(await decoded(clip))
const responding =
  (body: Uint8Array | string, status = 200, headers: Record<string, string> = {}): Handler =>
  (_request, response) => {
    response.writeHead(status, headers).end(body)
  }

/** Serves a list of voices at one path and nothing elsewhere. */
const listing =
  (path: string, list: unknown): Handler =>
  (request, response) => {
    if (request.url === path) response.end(JSON.stringify(list))
    else response.writeHead(404).end('{}')
  }

describe('a server with the speech API of OpenAI', () => {
  test('receives the same request as OpenAI', async () => {
    handle = responding(mp3)
    await say({ key: 'secret', model: 'kokoro' })
    await say()
    expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer secret', undefined])
    expect(asked[0]).toMatchObject({
      path: '/v1/audio/speech',
      body: { model: 'kokoro', input: 'Hello there.', voice: 'nova', response_format: 'mp3' },
    })
  })

  test('product §4: receives the delivery, whose level and pauses are set afterwards', async () => {
    handle = responding(mp3)
    const plain = await say({ model: 'gpt-4o-mini-tts' })
    const delivery = { name: 'whispering', pauseBeforeMs: 500 } as const
    const openai = provider({ model: 'gpt-4o-mini-tts' })
    const clip = await openai.synthesise({ voiceId: 'openai:nova', text: 'Hello there.', delivery })
    expect(asked.map(({ body }) => body)).toEqual([
      expect.not.objectContaining({ instructions: expect.anything() }),
      expect.objectContaining({ instructions: expect.stringMatching(/^Whisper/) }),
    ])
    expect(clip.durationMs).toBeCloseTo(plain.durationMs + 500, 0)
    // Blocks of 400 ms include some of the pause.
    expect((await loudness(clip.mp3)) - (await loudness(plain.mp3))).toBeLessThan(-8.5)
  })

  test('product §5: receives the spelling of a word with a pronunciation', async () => {
    handle = responding(mp3)
    const sounds = [{ at: 6, length: 5, ipa: 'ðˈɛr', spelled: 'thair' }]
    await provider().synthesise({ voiceId: 'openai:nova', text: 'Hello there.', sounds })
    expect(asked[0]).toMatchObject({ body: { input: 'Hello thair.' } })
  })

  test.each(['', '/', '/v1', '/v1/', '/v1/audio/speech'])(
    'is called at the speech path if its address ends in %j',
    async (path) => {
      handle = responding(mp3)
      await say({ url: url + path })
      expect(asked[0]?.path).toBe('/v1/audio/speech')
    },
  )

  test('receives a long text in several requests', async () => {
    handle = responding(mp3)
    const text = 'A sentence of it. '.repeat(270)
    const clip = await provider().synthesise({ voiceId: 'openai:nova', text })
    expect(asked.length).toBe(2)
    expect(asked.every(({ body }) => body.input.length <= 4_096)).toBe(true)
    expect(clip.durationMs).toBeGreaterThan(2_200)
  })
})

describe('its audio', () => {
  test.each([
    ['MP3', () => mp3],
    ['MP3 without a tag', () => withoutTag(mp3)],
    ['MP3 after an ID3 tag', () => withId3(mp3)],
    ['WAV of unknown length instead of the requested MP3', () => streamedWav(spoken(44_100))],
  ])('becomes a clip with the usual format and loudness: %s', async (_, body) => {
    handle = responding(body())
    const clip = await say()
    const sound = await decoded(clip.mp3)
    expect((sound.samples.length * 1000) / sound.sampleRate).toBeCloseTo(clip.durationMs, 1)
    expect(clip.durationMs).toBeGreaterThan(995)
    expect(clip.durationMs).toBeLessThan(1_070)
    expect(integratedLoudness(sound)).toBeCloseTo(-19, 0)
  })

  test.each([
    ['nothing', () => new Uint8Array(0)],
    ['an error message', () => JSON.stringify({ error: 'no audio today' })],
    ['noise', () => new Uint8Array(9_000).map((_, index) => (index * 73 + index / 7) % 256)],
    ['MP3 with missing frames', () => Uint8Array.from(mp3).fill(0, 4_000, 7_000)],
  ])('is rejected when it is %s', async (_, body) => {
    handle = responding(body())
    await expect(say()).rejects.toMatchObject({ kind: 'server', retryable: true })
  })

  test('is rejected when it is silence', async () => {
    handle = responding((await Mp3Encoder.create()).encode(silence(24_000, 1)))
    await expect(say()).rejects.toMatchObject({ kind: 'bad-input' })
  })
})

describe('its errors', () => {
  test.each([
    [401, 'auth', false],
    [403, 'auth', false],
    [400, 'bad-input', false],
    [422, 'bad-input', false],
    [404, 'unknown-voice', false],
    [402, 'quota', false],
    [429, 'throttled', true],
    [500, 'server', true],
    [503, 'server', true],
    [504, 'timeout', true],
  ])('are classified: %i is %s', async (status, kind, retryable) => {
    handle = responding('{"error":{"message":"no"}}', status)
    await expect(say()).rejects.toMatchObject({ kind, retryable })
  })

  test('contain the time to wait', async () => {
    handle = responding('slow down', 429, { 'retry-after': '7' })
    await expect(say()).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 7_000 })
    handle = responding('starting', 503, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })
    const failure = (await say().catch((error: unknown) => error)) as { retryAfterMs: number }
    expect(failure.retryAfterMs).toBeGreaterThan(50_000)
  })

  test('are permanent when the allowance is used up', async () => {
    handle = responding('{"error":{"code":"insufficient_quota"}}', 429)
    await expect(say()).rejects.toMatchObject({ kind: 'quota', retryable: false })
  })

  test('never contain the key', async () => {
    handle = responding('bad key', 401)
    const failure = await say({ key: 'secret' }).catch((error: unknown) => error)
    expect(String(failure)).not.toContain('secret')
  })

  test.each<[string, Handler]>([
    ['never responds', () => {}],
    ['stops in the middle', (_request, response) => void response.writeHead(200).write(mp3.subarray(0, 500))],
  ])('are timeouts when the server %s', async (_, handler) => {
    handle = handler
    await expect(say({ timeoutMs: 100 })).rejects.toMatchObject({ kind: 'timeout', retryable: true })
  })

  test('include a timeout for all requests for the list of voices together', async () => {
    // The limit is reached during the second request, however long the first one takes.
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    onTestFinished(() => timeout.mockRestore())
    handle = (request, response) => {
      if (request.url === '/v1/audio/voices') response.writeHead(404).end('{}')
      else limit.abort(new DOMException('too late', 'TimeoutError'))
    }
    await expect(provider({ listTimeoutMs: 300 }).voices()).rejects.toMatchObject({ kind: 'timeout' })
    expect(timeout.mock.calls).toEqual([[300]])
    // Not what the test before gave up, which may arrive late.
    const lists = asked.map(({ path }) => path).filter((path) => path.endsWith('/voices'))
    expect(lists).toEqual(['/v1/audio/voices', '/audio/voices'])
  })

  test('are network errors when the connection is cut or cannot be opened', async () => {
    handle = (_request, response) => {
      response.writeHead(200, { 'content-length': String(mp3.length) })
      response.write(mp3.subarray(0, 500), () => response.destroy())
    }
    await expect(say()).rejects.toMatchObject({ kind: 'network', retryable: true })
    await expect(say({ url: 'http://127.0.0.1:1' })).rejects.toMatchObject({ kind: 'network' })
  })

  test('are the abort reason after an abort', async () => {
    const abort = new AbortController()
    handle = () => abort.abort(new Error('gone'))
    await expect(say({}, abort.signal)).rejects.toThrow('gone')
    await expect(say({}, AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
  })

  test.each([
    { voiceId: 'openai:nova', text: '...', kind: 'bad-input' },
    { voiceId: 'azure:x', text: 'Hi.', kind: 'unknown-voice' },
  ])('are thrown for $text in $voiceId without a request', async ({ kind, ...request }) => {
    await expect(provider().synthesise(request)).rejects.toMatchObject({ kind })
    expect(asked).toEqual([])
  })
})

describe('its voices', () => {
  test.each([
    ['/v1/audio/voices', { voices: ['af_bella', 'bm_george'] }, ['openai:af_bella', 'openai:bm_george']],
    ['/audio/voices', ['en_US-lessac-medium'], ['openai:en_US-lessac-medium']],
  ])('are those of the list at %s', async (path, list, ids) => {
    handle = listing(path, list)
    expect((await provider().voices()).map(({ voiceId }) => voiceId)).toEqual(ids)
  })

  test('have the fields that their id or the server provides', async () => {
    handle = listing('/v1/audio/voices', {
      data: [
        'bf_emma',
        'de_DE-thorsten-high',
        { voice_id: 'x1', name: 'Ada', gender: 'Female', language: 'fr_FR' },
        { id: 'plain' },
        { nothing: true },
        7,
      ],
    })
    const voices = await provider().voices()
    expect(voices.map(({ name, gender, locale, language }) => ({ name, gender, locale, language }))).toEqual([
      { name: 'Emma', gender: 'female', locale: 'en-GB', language: 'English' },
      { name: 'Thorsten', gender: 'neutral', locale: 'de-DE', language: 'German' },
      { name: 'Ada', gender: 'female', locale: 'fr-FR', language: 'French' },
      { name: 'Plain', gender: 'neutral', locale: 'mul', language: 'Multilingual' },
    ])
  })

  test('are the standard voices when the server has no list', async () => {
    handle = responding('not found', 404)
    const voices = await provider().voices()
    expect(voices.map(({ name }) => name)).toEqual(['Alloy', 'Echo', 'Fable', 'Onyx', 'Nova', 'Shimmer'])
  })

  test('are those of the configuration if there are any', async () => {
    const voices = await provider({ voices: 'alloy, me|Myself|male|de-de,' }).voices()
    expect(voices.map(({ voiceId, name, gender, locale }) => ({ voiceId, name, gender, locale }))).toEqual([
      { voiceId: 'openai:alloy', name: 'Alloy', gender: 'neutral', locale: 'mul' },
      { voiceId: 'openai:me', name: 'Myself', gender: 'male', locale: 'de-DE' },
    ])
    expect(asked).toEqual([])
  })

  test.each([
    [503, 'server'],
    [401, 'auth'],
  ])('fail when the server fails: %i is %s', async (status, kind) => {
    handle = responding('no', status)
    await expect(provider().voices()).rejects.toMatchObject({ kind })
  })
})

describe('its engine version', () => {
  test('changes with server and model, and so do the clips', () => {
    const versions = [provider(), provider({ model: 'kokoro' }), provider({ url: 'http://other.test' })]
    expect(new Set(versions.map(({ engineVersion }) => engineVersion)).size).toBe(3)
    expect(provider().engineVersion).toBe(provider({ url: `${url}/v1/audio/speech` }).engineVersion)
  })
})
