import { startAzureSpeechServer, type AzureSpeechServer } from '@andscene/testing/azure-speech-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { integratedLoudness } from '../audio/loudness.ts'
import { decoded } from '../audio/test-sounds.ts'
import { SpeechThreads } from '../threads/speech-threads.ts'
import { AzureProvider, type AzureOptions } from './azure-provider.ts'

const TEXT = 'The service says this sentence.'
const VOICE = 'azure:en-US-JennyNeural'
const LIST = [
  {
    Name: 'Microsoft Server Speech Text to Speech Voice (en-US, JennyNeural)',
    DisplayName: 'Jenny',
    ShortName: 'en-US-JennyNeural',
    Gender: 'Female',
    Locale: 'en-US',
    LocaleName: 'English (United States)',
    StyleList: ['assistant', 'chat'],
    VoiceType: 'Neural',
    Status: 'GA',
    WordsPerMinute: '152',
    VoiceTag: { VoicePersonalities: ['Friendly', 'Warm'] },
  },
  { ShortName: 'de-DE-KillianNeural', Gender: 'Male', Locale: 'de-DE', Status: 'Preview' },
  { nothing: true },
]

let threads: SpeechThreads
let server: AzureSpeechServer
const open: AzureProvider[] = []

beforeAll(() => {
  threads = new SpeechThreads({ threads: 1 })
})
beforeEach(async () => {
  server = await startAzureSpeechServer({ key: 'secret' })
  server.list.body = JSON.stringify(LIST)
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.close()))
  await server.stop()
})
afterAll(() => threads.close())

function provider(options: Partial<AzureOptions> = {}): AzureProvider {
  const made = new AzureProvider(threads, { host: server.host, key: 'secret', ...options })
  open.push(made)
  return made
}
const say = (from: AzureProvider, signal?: AbortSignal) =>
  from.synthesise({ voiceId: VOICE, text: TEXT, ...(signal ? { signal } : {}) })

describe('speech from Azure, by its own SDK', () => {
  test('becomes a clip like any other', async () => {
    const clip = await say(provider())
    const sound = await decoded(clip.mp3)
    expect(sound.sampleRate).toBe(24_000)
    expect((sound.samples.length * 1000) / sound.sampleRate).toBeCloseTo(clip.durationMs, 1)
    // The server speaks 20 ms per character, between silences.
    expect(Math.abs(clip.durationMs - TEXT.length * 20)).toBeLessThan(60)
    expect(integratedLoudness(sound)).toBeCloseTo(-19, 0)
  })

  test('is asked for in the voice, with the text escaped', async () => {
    await provider().synthesise({ voiceId: VOICE, text: 'Tom & <Jerry>' })
    expect(server.spoken[0]).toMatchObject({ format: 'raw-24khz-16bit-mono-pcm' })
    expect(server.spoken[0]?.ssml).toContain(
      '<voice name="en-US-JennyNeural">Tom &amp; &lt;Jerry&gt;</voice>',
    )
  })

  test('reuses its connection for the next text, and opens more for parallel texts', async () => {
    const azure = provider()
    for (let text = 0; text < 3; text++) await say(azure)
    expect(server.opened).toBe(1)
    await Promise.all([say(azure), say(azure), say(azure)])
    expect(server.opened).toBe(3)
    expect(server.spoken).toHaveLength(6)
  })

  test('connects again when the service hung up on an idle connection', async () => {
    const azure = provider()
    await say(azure)
    server.hangUp()
    await expect.poll(() => server.open).toBe(0)
    await say(azure)
    expect(server.opened).toBe(2)
  })

  test('needs no key from a container that wants none', async () => {
    const container = await startAzureSpeechServer()
    try {
      const azure = new AzureProvider(threads, { host: container.host })
      open.push(azure)
      expect((await say(azure)).durationMs).toBeGreaterThan(500)
    } finally {
      await container.stop()
    }
  })

  test('closes what it opened', async () => {
    const azure = provider()
    await say(azure)
    expect(server.open).toBe(1)
    await azure.close()
    await expect.poll(() => server.open).toBe(0)
  })
})

describe('failures of Azure', () => {
  test('of the key', async () => {
    await expect(say(provider({ key: 'wrong' }))).rejects.toMatchObject({ kind: 'auth', retryable: false })
  })

  test('of too many requests, with the time to wait that the service tells over HTTP', async () => {
    server.next({ does: 'refuse', status: 429 })
    server.list = { status: 429, body: 'Rate limit is exceeded.', headers: { 'retry-after': '3' } }
    await expect(say(provider())).rejects.toMatchObject({
      kind: 'throttled',
      retryAfterMs: 3_000,
      retryable: true,
    })
  })

  test('of too many requests for speech alone', async () => {
    server.next({ does: 'refuse', status: 429 })
    await expect(say(provider())).rejects.toMatchObject({ kind: 'throttled', retryable: true })
  })

  test('of an allowance that is used up, which comes with the status of a wrong key', async () => {
    server.next({ does: 'refuse', status: 403 }, { does: 'refuse', status: 403 })
    server.list = { status: 403, body: '{"error":{"message":"Out of call volume quota."}}' }
    await expect(say(provider())).rejects.toMatchObject({ kind: 'quota', retryable: false })
  })

  test('of the service', async () => {
    server.next({ does: 'refuse', status: 503 })
    await expect(say(provider())).rejects.toMatchObject({ kind: 'server', retryable: true })
    server.next({ does: 'close', afterChunks: 1, code: 1011, reason: 'Internal error' })
    await expect(say(provider())).rejects.toMatchObject({ kind: 'server', retryable: true })
  })

  test('of the network: no server, or cut in the middle', async () => {
    await expect(say(provider({ host: 'http://127.0.0.1:1' }))).rejects.toMatchObject({ kind: 'network' })
    server.next({ does: 'close', afterChunks: 2 })
    await expect(say(provider())).rejects.toMatchObject({ kind: 'network', retryable: true })
  })

  test('of a voice that the service does not have', async () => {
    server.next({ does: 'close', afterChunks: 0, code: 1007, reason: 'Unsupported voice en-US-JennyNeural.' })
    await expect(say(provider())).rejects.toMatchObject({ kind: 'unknown-voice', retryable: false })
  })

  test.each([0, 2])('of time, when nothing more comes after %i chunks', async (afterChunks) => {
    server.next({ does: 'stall', afterChunks })
    await expect(say(provider({ stallMs: 150 }))).rejects.toMatchObject({ kind: 'timeout', retryable: true })
  })

  test('of time in all', async () => {
    server.next({ does: 'stall', afterChunks: 1 })
    await expect(say(provider({ timeoutMs: 150 }))).rejects.toMatchObject({ kind: 'timeout' })
  })

  test('of a service that says it has spoken and sent nothing', async () => {
    server.next({ does: 'nothing' })
    await expect(say(provider())).rejects.toMatchObject({ kind: expect.stringMatching(/server|bad-input/) })
  })

  test('cost their own text only', async () => {
    const azure = provider()
    await say(azure)
    server.next({ does: 'close', afterChunks: 1 })
    await expect(say(azure)).rejects.toMatchObject({ kind: 'network' })
    expect((await say(azure)).durationMs).toBeGreaterThan(500)
  })

  test('are not an abort, which ends the request at the service too', async () => {
    const azure = provider()
    const abort = new AbortController()
    server.next({ does: 'stall', afterChunks: 1 })
    const aborted = say(azure, abort.signal)
    await server.whenSpoken(1)
    abort.abort(new Error('gone'))
    await expect(aborted).rejects.toThrow('gone')
    await expect.poll(() => server.open).toBe(0)
  })

  test('never show the key', async () => {
    server.next({ does: 'refuse', status: 500 })
    const failure = (await say(provider()).catch((error: unknown) => error)) as Error
    expect(`${failure.message} ${String(failure.cause)}`).not.toContain('secret')
  })

  test('do not come from text that says nothing, or from what is no voice', async () => {
    const azure = provider()
    await expect(azure.synthesise({ voiceId: VOICE, text: '…' })).rejects.toMatchObject({ kind: 'bad-input' })
    await expect(azure.synthesise({ voiceId: 'azure:"/>', text: 'Hi.' })).rejects.toMatchObject({
      kind: 'unknown-voice',
    })
    expect(server.opened).toBe(0)
  })
})

describe('Azure’s voices (product §3)', () => {
  test('are described in full, with the service’s own words beside', async () => {
    const [jenny, killian, ...more] = await provider().voices()
    expect(more).toEqual([])
    expect(jenny).toMatchObject({
      voiceId: 'azure:en-US-JennyNeural',
      name: 'Jenny',
      gender: 'female',
      locale: 'en-US',
      language: 'English',
      provider: 'azure',
      category: 'Neural',
      providerMetadata: { VoiceType: 'Neural', Locale: 'en-US', LocaleName: 'English (United States)' },
      voiceStyles: ['assistant', 'chat'],
      voicePersonalities: ['Friendly', 'Warm'],
      isActive: true,
      wordsPerMinute: 152,
    })
    expect(killian).toMatchObject({ name: 'de-DE-KillianNeural', gender: 'male', language: 'German' })
  })

  test('are asked for once an hour, and once for many who ask at the same time', async () => {
    let now = 0
    const azure = provider({ now: () => now })
    await Promise.all([azure.voices(), azure.voices()])
    now = 3_599_999
    await azure.voices()
    expect(server.listedWith).toEqual(['secret'])
    now = 3_600_000
    await azure.voices()
    expect(server.listedWith).toHaveLength(2)
  })

  test('stay known while the service is unavailable', async () => {
    let now = 0
    const azure = provider({ now: () => now })
    await azure.voices()
    server.list = { status: 500, body: 'no' }
    now = 4_000_000
    expect(await azure.voices()).toHaveLength(2)
    server.list = { status: 200, body: '[]' }
    expect(await azure.voices()).toHaveLength(0)
  })

  test.each([
    { list: { status: 401, body: 'no' }, kind: 'auth' },
    { list: { status: 429, body: 'slow' }, kind: 'throttled' },
    { list: { status: 500, body: 'oh' }, kind: 'server' },
    { list: { status: 200, body: '<html>' }, kind: 'server' },
  ])('fail as $kind, and are asked for again', async ({ list, kind }) => {
    const azure = provider()
    server.list = list
    await expect(azure.voices()).rejects.toMatchObject({ kind })
    server.list = { status: 200, body: JSON.stringify(LIST) }
    expect(await azure.voices()).toHaveLength(2)
  })
})
