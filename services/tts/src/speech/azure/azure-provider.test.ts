import { startAzureSpeechServer, type AzureSpeechServer } from '@andscene/testing/azure-speech-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { integratedLoudness } from '../audio/loudness.ts'
import { decoded } from '../../testing/sounds.ts'
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

describe('speech of Azure, by its SDK', () => {
  test('becomes a clip with the usual format and loudness', async () => {
    const clip = await say(provider())
    const sound = await decoded(clip.mp3)
    expect(sound.sampleRate).toBe(24_000)
    expect((sound.samples.length * 1000) / sound.sampleRate).toBeCloseTo(clip.durationMs, 1)
    // The server returns 20 ms per character, between silences.
    expect(Math.abs(clip.durationMs - TEXT.length * 20)).toBeLessThan(60)
    expect(integratedLoudness(sound)).toBeCloseTo(-19, 0)
  })

  test('product §2: has the times of its words, without the silence that is cut off', async () => {
    const { words = [] } = await say(provider())
    expect(words.map(({ at, length }) => TEXT.slice(at, at + length))).toEqual(TEXT.match(/\w+/g))
    // The server speaks 20 ms per character; 20 ms of its silence are kept.
    for (const { at, length, startMs, endMs } of words) {
      expect(Math.abs(startMs - (20 + at * 20))).toBeLessThanOrEqual(5)
      expect(Math.abs(endMs - startMs - length * 20)).toBeLessThanOrEqual(1)
    }
  })

  test('is requested in the voice, with the text escaped', async () => {
    await provider().synthesise({ voiceId: VOICE, text: 'Tom & <Jerry>' })
    expect(server.spoken[0]).toMatchObject({ format: 'raw-24khz-16bit-mono-pcm' })
    expect(server.spoken[0]?.ssml).toContain(
      '<voice name="en-US-JennyNeural">Tom &amp; &lt;Jerry&gt;</voice>',
    )
  })

  test('product §4: is requested in the style of the delivery if the voice has it', async () => {
    const azure = provider()
    server.list.body = JSON.stringify([{ ...LIST[0], StyleList: ['whispering'] }])
    const delivery = { name: 'whispering', pauseAfterMs: 500 } as const
    const plain = await say(azure)
    const clip = await azure.synthesise({ voiceId: VOICE, text: TEXT, delivery })
    expect(server.spoken.map(({ ssml }) => ssml.includes('style="whispering"'))).toEqual([false, true])
    expect(clip.durationMs).toBeCloseTo(plain.durationMs + 500, 0)
  })

  test('product §5: is requested with the IPA of a word, and by its spelling if the voice does not know the sounds', async () => {
    const azure = provider()
    const sounds = [{ at: 4, length: 7, ipa: 'sˈɜː', spelled: 'sur' }]
    const request = { voiceId: VOICE, text: TEXT, sounds }
    await azure.synthesise(request)
    server.next({ does: 'close', afterChunks: 0, code: 1007, reason: 'unrecognized phone' })
    await azure.synthesise(request)
    const plain = 'The service says'
    expect(server.spoken.map(({ ssml }) => /<voice[^>]*>(.*) this/.exec(ssml)![1])).toEqual([
      'The <phoneme alphabet="ipa" ph="sˈɜː">service</phoneme> says',
      'The <phoneme alphabet="ipa" ph="sˈɜː">service</phoneme> says',
      'The <sub alias="sur">service</sub> says',
    ])
    server.next({ does: 'close', afterChunks: 0, code: 1007 })
    await azure.synthesise({ ...request, sounds: [{ at: 4, length: 7, ipa: 'ɧ' }] })
    expect(server.spoken.at(-1)!.ssml).toContain(plain)
  })

  test('reuses its connection for the next text, and opens more for parallel texts', async () => {
    const azure = provider()
    for (let text = 0; text < 3; text++) await say(azure)
    expect(server.opened).toBe(1)
    await Promise.all([say(azure), say(azure), say(azure)])
    expect(server.opened).toBe(3)
    expect(server.spoken).toHaveLength(6)
  })

  test('connects again after the service closed an idle connection', async () => {
    const azure = provider()
    await say(azure)
    server.hangUp()
    await expect.poll(() => server.open).toBe(0)
    await say(azure)
    expect(server.opened).toBe(2)
  })

  test('needs no key for a container without authentication', async () => {
    const container = await startAzureSpeechServer()
    try {
      const azure = new AzureProvider(threads, { host: container.host })
      open.push(azure)
      expect((await say(azure)).durationMs).toBeGreaterThan(500)
    } finally {
      await container.stop()
    }
  })

  test('closes its connections', async () => {
    const azure = provider()
    await say(azure)
    expect(server.open).toBe(1)
    await azure.close()
    await expect.poll(() => server.open).toBe(0)
  })
})

const refused = (status: number) => ({ does: 'refuse', status }) as const
const closed = (afterChunks: number, more: { code?: number; reason?: string } = {}) =>
  ({ does: 'close', afterChunks, ...more }) as const
const stalled = (afterChunks: number) => ({ does: 'stall', afterChunks }) as const
type Behavior = Parameters<AzureSpeechServer['next']>[0]
type Failure = { kind: string; retryable?: boolean }

describe('errors of Azure', () => {
  test.each<[string, Partial<AzureOptions>, Behavior[], Failure]>([
    ['a refused key', { key: 'wrong' }, [], { kind: 'auth', retryable: false }],
    ['too many requests for speech', {}, [refused(429)], { kind: 'throttled', retryable: true }],
    ['an unavailable service', {}, [refused(503)], { kind: 'server', retryable: true }],
    ['an internal error', {}, [closed(1, { code: 1011 })], { kind: 'server', retryable: true }],
    ['no server', { host: 'http://127.0.0.1:1' }, [], { kind: 'network' }],
    ['a connection that is cut', {}, [closed(2)], { kind: 'network', retryable: true }],
    [
      'an unknown voice',
      {},
      [closed(0, { code: 1007, reason: 'Unsupported voice en-US-JennyNeural.' })],
      { kind: 'unknown-voice', retryable: false },
    ],
    ['no audio at the start', { stallMs: 150 }, [stalled(0)], { kind: 'timeout', retryable: true }],
    ['no further audio', { stallMs: 150 }, [stalled(2)], { kind: 'timeout', retryable: true }],
    ['no end', { timeoutMs: 150 }, [stalled(1)], { kind: 'timeout' }],
  ])('%s', async (_, options, behaviors, failure) => {
    server.next(...behaviors)
    await expect(say(provider(options))).rejects.toMatchObject(failure)
  })

  test('a 429 includes the Retry-After that the service sends over HTTP', async () => {
    server.next(refused(429))
    server.list = { status: 429, body: 'Rate limit is exceeded.', headers: { 'retry-after': '3' } }
    const failure = { kind: 'throttled', retryAfterMs: 3_000, retryable: true }
    await expect(say(provider())).rejects.toMatchObject(failure)
  })

  test('a 403 is a used-up allowance if the service reports that over HTTP', async () => {
    server.next(refused(403), refused(403))
    server.list = { status: 403, body: '{"error":{"message":"Out of call volume quota."}}' }
    await expect(say(provider())).rejects.toMatchObject({ kind: 'quota', retryable: false })
  })

  test('a service that sends no audio', async () => {
    server.next({ does: 'nothing' })
    await expect(say(provider())).rejects.toMatchObject({ kind: expect.stringMatching(/server|bad-input/) })
  })

  test('affect only their own text', async () => {
    const azure = provider()
    await say(azure)
    server.next(closed(1))
    await expect(say(azure)).rejects.toMatchObject({ kind: 'network' })
    expect((await say(azure)).durationMs).toBeGreaterThan(500)
  })

  test('an abort also ends the request at the service', async () => {
    const azure = provider()
    const abort = new AbortController()
    server.next(stalled(1))
    const aborted = say(azure, abort.signal)
    await server.whenSpoken(1)
    abort.abort(new Error('gone'))
    await expect(aborted).rejects.toThrow('gone')
    await expect.poll(() => server.open).toBe(0)
  })

  test('never contain the key', async () => {
    server.next(refused(500))
    const failure = (await say(provider()).catch((error: unknown) => error)) as Error
    expect(`${failure.message} ${String(failure.cause)}`).not.toContain('secret')
  })

  test.each([
    { voiceId: VOICE, text: '…', kind: 'bad-input' },
    { voiceId: 'azure:"/>', text: 'Hi.', kind: 'unknown-voice' },
  ])('$text in $voiceId is rejected without a request', async ({ kind, ...request }) => {
    await expect(provider().synthesise(request)).rejects.toMatchObject({ kind })
    expect(server.opened).toBe(0)
  })
})

describe('Azure’s voices (product §3)', () => {
  test('have all fields, and the service’s own metadata', async () => {
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

  test('are requested once an hour, and once for concurrent calls', async () => {
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

  test('remain available while the service is unavailable', async () => {
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
  ])('fail as $kind, and are requested again', async ({ list, kind }) => {
    const azure = provider()
    server.list = list
    await expect(azure.voices()).rejects.toMatchObject({ kind })
    server.list = { status: 200, body: JSON.stringify(LIST) }
    expect(await azure.voices()).toHaveLength(2)
  })
})
