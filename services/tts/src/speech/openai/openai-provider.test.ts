import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { integratedLoudness } from '../audio/loudness.ts'
import { Mp3Encoder } from '../audio/mp3-encoder.ts'
import { decoded, silence, spoken, streamedWav, withId3, withoutTag } from '../../testing/sounds.ts'
import { SpeechThreads } from '../threads/speech-threads.ts'
import { OpenAiProvider, type OpenAiOptions } from './openai-provider.ts'

type Speech = { model: string; input: string; voice: string; response_format: string }
type Handler = (request: IncomingMessage, response: ServerResponse, body: Speech) => void

let threads: SpeechThreads
/** One second of sound between half seconds of silence, as MP3. */
let mp3: Uint8Array
let server: Server
let url: string
let handle: Handler
const asked: { path: string; authorization: string | undefined; body: Speech }[] = []

beforeAll(async () => {
  threads = new SpeechThreads({ threads: 1 })
  mp3 = (await Mp3Encoder.create()).encode(spoken(24_000))
  server = createServer(async (request, response) => {
    const body = JSON.parse((await request.toArray()).join('') || 'null') as Speech
    asked.push({ path: request.url!, authorization: request.headers.authorization, body })
    handle(request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  asked.length = 0
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await threads.close()
})

const provider = (options: Partial<OpenAiOptions> = {}) => new OpenAiProvider(threads, { url, ...options })
const say = (options?: Partial<OpenAiOptions>, signal?: AbortSignal) =>
  provider(options).synthesise({
    voiceId: 'openai:nova',
    text: 'Hello there.',
    ...(signal ? { signal } : {}),
  })
const responding =
  (body: Uint8Array | string, status = 200, headers: Record<string, string> = {}): Handler =>
  (_request, response) => {
    response.writeHead(status, headers).end(body)
  }

/** A list of voices at one path and nothing elsewhere. */
const listing =
  (path: string, list: unknown): Handler =>
  (request, response) => {
    if (request.url === path) response.end(JSON.stringify(list))
    else response.writeHead(404).end('{}')
  }

describe('a server with the OpenAI speech call', () => {
  test('gets the request that OpenAI gets', async () => {
    handle = responding(mp3)
    await say({ key: 'secret', model: 'kokoro' })
    await say()
    expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer secret', undefined])
    expect(asked[0]).toMatchObject({
      path: '/v1/audio/speech',
      body: { model: 'kokoro', input: 'Hello there.', voice: 'nova', response_format: 'mp3' },
    })
  })

  test.each(['', '/', '/v1', '/v1/', '/v1/audio/speech'])('is found at its address with %j', async (path) => {
    handle = responding(mp3)
    await say({ url: url + path })
    expect(asked[0]?.path).toBe('/v1/audio/speech')
  })

  test('gets a text longer than the call takes in pieces', async () => {
    handle = responding(mp3)
    const text = 'A sentence of it. '.repeat(270)
    const clip = await provider().synthesise({ voiceId: 'openai:nova', text })
    expect(asked.length).toBe(2)
    expect(asked.every(({ body }) => body.input.length <= 4_096)).toBe(true)
    expect(clip.durationMs).toBeGreaterThan(2_200)
  })
})

describe('its sound', () => {
  test.each([
    { form: 'MP3', body: () => mp3 },
    { form: 'MP3 without a tag', body: () => withoutTag(mp3) },
    { form: 'MP3 behind an ID3 tag', body: () => withId3(mp3) },
    { form: 'WAV of unknown length, though MP3 was asked for', body: () => streamedWav(spoken(44_100)) },
  ])('becomes a clip like any other: $form', async ({ body }) => {
    handle = responding(body())
    const clip = await say()
    const sound = await decoded(clip.mp3)
    expect((sound.samples.length * 1000) / sound.sampleRate).toBeCloseTo(clip.durationMs, 1)
    expect(clip.durationMs).toBeGreaterThan(995)
    expect(clip.durationMs).toBeLessThan(1_070)
    expect(integratedLoudness(sound)).toBeCloseTo(-19, 0)
  })

  test.each([
    { what: 'nothing', body: () => new Uint8Array(0) },
    { what: 'an apology', body: () => JSON.stringify({ error: 'no audio today' }) },
    { what: 'noise', body: () => new Uint8Array(9_000).map((_, index) => (index * 73 + index / 7) % 256) },
    {
      what: 'MP3 with a hole',
      body: () => {
        const damaged = Uint8Array.from(mp3)
        damaged.fill(0, 4_000, 7_000)
        return damaged
      },
    },
  ])('is refused when it is $what', async ({ body }) => {
    handle = responding(body())
    await expect(say()).rejects.toMatchObject({ kind: 'server', retryable: true })
  })

  test('is refused when it is silence', async () => {
    handle = responding((await Mp3Encoder.create()).encode(silence(24_000, 1)))
    await expect(say()).rejects.toMatchObject({ kind: 'bad-input' })
  })
})

describe('its failures', () => {
  test.each([
    { status: 401, kind: 'auth' },
    { status: 403, kind: 'auth' },
    { status: 400, kind: 'bad-input' },
    { status: 422, kind: 'bad-input' },
    { status: 404, kind: 'unknown-voice' },
    { status: 402, kind: 'quota' },
    { status: 429, kind: 'throttled' },
    { status: 500, kind: 'server' },
    { status: 503, kind: 'server' },
    { status: 504, kind: 'timeout' },
  ])('are classified: $status is $kind', async ({ status, kind }) => {
    handle = responding('{"error":{"message":"no"}}', status)
    await expect(say()).rejects.toMatchObject({
      kind,
      retryable: ['throttled', 'server', 'timeout'].includes(kind),
    })
  })

  test('say how long to wait', async () => {
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

  test('never show the key', async () => {
    handle = responding('bad key', 401)
    const failure = await say({ key: 'secret' }).catch((error: unknown) => error)
    expect(String(failure)).not.toContain('secret')
  })

  test.each<[string, Handler]>([
    ['never responds', () => {}],
    ['stops in the middle', (_request, response) => void response.writeHead(200).write(mp3.subarray(0, 500))],
  ])('are a timeout where the server %s', async (_, handler) => {
    handle = handler
    await expect(say({ timeoutMs: 100 })).rejects.toMatchObject({ kind: 'timeout', retryable: true })
  })

  test('end a list of voices that does not come within one limit, wherever it is asked for', async () => {
    handle = (request, response) => {
      if (request.url === '/v1/audio/voices') response.writeHead(404).end('{}')
    }
    await expect(provider({ listTimeoutMs: 300 }).voices()).rejects.toMatchObject({ kind: 'timeout' })
    expect(asked.map(({ path }) => path)).toEqual(['/v1/audio/voices', '/audio/voices'])
  })

  test('name a connection that is cut in the middle, or not there', async () => {
    handle = (_request, response) => {
      response.writeHead(200, { 'content-length': String(mp3.length) })
      response.write(mp3.subarray(0, 500), () => response.destroy())
    }
    await expect(say()).rejects.toMatchObject({ kind: 'network', retryable: true })
    await expect(say({ url: 'http://127.0.0.1:1' })).rejects.toMatchObject({ kind: 'network' })
  })

  test('pass an abort to the caller', async () => {
    const abort = new AbortController()
    handle = () => abort.abort(new Error('gone'))
    await expect(say({}, abort.signal)).rejects.toThrow('gone')
    await expect(say({}, AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
  })

  test.each([
    { voiceId: 'openai:nova', text: '...', kind: 'bad-input' },
    { voiceId: 'azure:x', text: 'Hi.', kind: 'unknown-voice' },
  ])('the server is not asked for $text in $voiceId', async ({ kind, ...request }) => {
    await expect(provider().synthesise(request)).rejects.toMatchObject({ kind })
    expect(asked).toEqual([])
  })
})

describe('its voices', () => {
  test.each([
    ['/v1/audio/voices', { voices: ['af_bella', 'bm_george'] }, ['openai:af_bella', 'openai:bm_george']],
    ['/audio/voices', ['en_US-lessac-medium'], ['openai:en_US-lessac-medium']],
  ])('are the list of the server at %s', async (path, list, ids) => {
    handle = listing(path, list)
    expect((await provider().voices()).map(({ voiceId }) => voiceId)).toEqual(ids)
  })

  test('are described as far as they say anything', async () => {
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

  test('are the standard ones where no list is published', async () => {
    handle = responding('not found', 404)
    const voices = await provider().voices()
    expect(voices.map(({ name }) => name)).toEqual(['Alloy', 'Echo', 'Fable', 'Onyx', 'Nova', 'Shimmer'])
  })

  test('are those of the configuration when it names any', async () => {
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
  ])('fail with the server, which may have voices: %i is %s', async (status, kind) => {
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
