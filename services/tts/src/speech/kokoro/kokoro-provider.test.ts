import type { Delivery } from '@andscene/contracts/voices/delivery'
import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { SoundDecoder } from '../audio/sound-decoder.ts'
import { toDecibels } from '../audio/sound.ts'
import { SpeechError, type Clip, type ClipHead } from '../provider.ts'
import { SpeechThreads } from '../threads/speech-threads.ts'
import { FRAME_SAMPLES, HALF_FADE, SAMPLE_RATE } from '@andscene/kokoro/engine/graph-names'
import { SpeakingFailed } from '@andscene/kokoro/engine/client/engine-failure'
import { tinyVoices, TINY_VOICES } from '@andscene/kokoro/engine/testing/test-engine'
import { KokoroProvider, type KokoroParts } from './kokoro-provider.ts'
import { KOKORO_VOICES } from '@andscene/kokoro/voices/kokoro-voices'

const [VOICE] = KOKORO_VOICES
const voiceId = VOICE!.voice.voiceId

async function provider(more: Partial<KokoroParts> = {}) {
  const threads = new SpeechThreads({ threads: 1 })
  onTestFinished(() => threads.close())
  const engine = (await tinyVoices()).engine()
  return new KokoroProvider({
    threads,
    engine,
    voices: TINY_VOICES,
    state: () => ({ state: 'ready' }),
    ...more,
  })
}

const engineOf = (speak: KokoroParts['engine']['speak']) => ({ atOnce: 1, speak, close: async () => {} })

/** A quarter of a second of silence, then a tone. */
const tone = (length: number) =>
  Float32Array.from({ length }, (_, at) =>
    at < SAMPLE_RATE / 4 ? 0 : 0.1 * Math.sin((at * 2 * Math.PI) / 100),
  )
const part = (frames: number) => tone(frames * FRAME_SAMPLES)
const roughly = (ms: number) => expect.closeTo(ms, -2)
const rms = (samples: Float32Array) => Math.hypot(...samples) / Math.sqrt(samples.length)

/** Returns the loudness of the first head of a clip of so many frames, whose level differs from that of the head. */
async function headsOf(frames: number, factor: number) {
  const heads: ClipHead[] = []
  const engine = engineOf(async (_request, { onHead } = {}) => {
    onHead?.({ samples: part(100), wholeMs: 5_000 })
    await vi.waitFor(() => expect(heads.length).toBeGreaterThan(0), { timeout: 10_000 })
    return {
      parts: [
        { samples: part(frames).map((sample) => sample * factor), phonemes: 'x', durations: [], words: [] },
      ],
      sampleRate: SAMPLE_RATE,
      tookMs: 1,
    }
  })
  const kokoro = await provider({ engine })
  const decoder = await SoundDecoder.create()
  return async (delivery?: Delivery) => {
    heads.length = 0
    const onHead = (head: ClipHead) => void heads.push(head)
    await kokoro.synthesise({ voiceId, text: 'Hello.', delivery, onHead })
    return toDecibels(rms((await decoder.decode(heads[0]!.mp3))!.samples.slice(3_000, 20_000)))
  }
}

describe('natural voices', () => {
  test('are always listed, and active only when ready', async () => {
    let ready = false
    const kokoro = await provider({ state: () => ({ state: ready ? 'ready' : 'coming' }) })
    const ids = KOKORO_VOICES.map(({ voice }) => voice.voiceId)
    expect((await kokoro.voices()).map((voice) => voice.voiceId)).toEqual(ids)
    expect(await kokoro.isActive()).toBe(false)
    ready = true
    expect(await kokoro.isActive()).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => id.startsWith('kokoro:'))).toBe(true)
  })

  test.each([
    ['one letter', 'A'],
    ['another script', '誰もいない。 Никого нет.'],
    ['marks and pictures around a word', '*** 🎬 Action 🎬 ***'],
  ])('say %s', async (_, text) => {
    const { mp3, durationMs } = await (await provider()).synthesise({ voiceId, text })
    expect(mp3.length).toBeGreaterThan(400)
    expect(durationMs).toBeGreaterThan(50)
  })

  test('product §2: report the times of the words, also of a text that is cleaned first', async () => {
    const text = '*Wait*   here. 🎬 Anna?'
    const { words = [], durationMs } = await (await provider()).synthesise({ voiceId, text })
    expect(words.map(({ at, length }) => text.slice(at, at + length))).toEqual(['Wait', 'here', 'Anna'])
    const times = words.flatMap(({ startMs, endMs }) => [startMs, endMs])
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(durationMs)
  })

  test('product §5: are asked for the IPA of a word at its place in the clean text', async () => {
    const engine = (await tinyVoices()).engine()
    const speak = vi.spyOn(engine, 'speak')
    const text = '*Ask*   Siobhan, now.'
    const sounds = [{ at: 8, length: 7, ipa: 'ʃɪˈvɔːn', spelled: 'shivawn' }]
    const { words = [] } = await (await provider({ engine })).synthesise({ voiceId, text, sounds })
    const [request] = speak.mock.calls[0]!
    expect(request.text).toBe('Ask Siobhan, now.')
    expect(request.sounds).toEqual([{ ...sounds[0], at: 4 }])
    expect(words.map(({ at, length }) => text.slice(at, at + length))).toEqual(['Ask', 'Siobhan', 'now'])
  })

  test('say 5,000 characters in one clip', async () => {
    const text = 'A sentence of fifty characters, with a comma here. '.repeat(100).slice(0, 5_000)
    const { durationMs } = await (await provider()).synthesise({ voiceId, text })
    // The tiny model produces 100 ms per character, plus pauses between pieces.
    expect(durationMs).toBeGreaterThan(490_000)
  })

  test('send ever longer heads to a waiting client, which start like the whole clip and are about as loud', async () => {
    const heads: ClipHead[] = []
    let isTold = Promise.withResolvers<void>()
    const engine = engineOf(async (_request, { onPart, onHead } = {}) => {
      const tell = async (from: number, to: number) => {
        isTold = Promise.withResolvers()
        const samples = part(to).subarray(Math.max(0, from * FRAME_SAMPLES - 2 * HALF_FADE))
        onHead?.({ samples, wholeMs: 7_500 })
        if (onHead) await isTold.promise
      }
      await tell(0, 60)
      await tell(60, 120)
      const parts = [part(200), part(100)].map((samples) => ({
        samples,
        phonemes: 'x',
        durations: [],
        words: [],
      }))
      onPart?.(parts[0]!)
      await tell(0, 0)
      await tell(0, 50)
      return { parts, sampleRate: SAMPLE_RATE, tookMs: 40 }
    })
    const kokoro = await provider({ engine })
    const onHead = (head: ClipHead) => {
      heads.push(head)
      isTold.resolve()
    }
    const whole = await kokoro.synthesise({ voiceId, text: 'Hello.', onHead })
    const again = await kokoro.synthesise({ voiceId, text: 'Hello.', onHead })
    expect(again).toEqual(whole)
    const lengths = heads.map(({ durationMs }) => durationMs)
    expect(lengths).toEqual([1_250, 2_750, 4_750, 6_150, 1_250, 2_750, 4_750, 6_150].map(roughly))
    for (const { wholeMs } of heads) expect(wholeMs).toBeCloseTo(7_250, -2)
    // Heads after the first clip use the measured gain of the voice.
    const decoder = await SoundDecoder.create()
    const loudness = async ({ mp3 }: Clip) =>
      toDecibels(rms((await decoder.decode(mp3))!.samples.slice(3_000, 20_000)))
    for (const head of heads.slice(4)) expect(await loudness(head)).toBeCloseTo(await loudness(whole), 0)
  })

  test('product §4: speak a delivery with the shape, level and pauses that it needs', async () => {
    const asked: unknown[] = []
    const engine = engineOf(async (request) => {
      asked.push(request)
      return {
        parts: [{ samples: part(200), phonemes: 'x', durations: [], words: [] }],
        sampleRate: SAMPLE_RATE,
        tookMs: 40,
      }
    })
    const kokoro = await provider({ engine })
    const plain = await kokoro.synthesise({ voiceId, text: 'Hello.' })
    const delivery = { name: 'whispering', pauseBeforeMs: 400, pauseAfterMs: 700 } as const
    const whispered = await kokoro.synthesise({ voiceId, text: 'Hello.', delivery })
    expect(asked).toEqual([
      expect.not.objectContaining({ shape: expect.anything() }),
      expect.objectContaining({ shape: expect.objectContaining({ voiceless: true }) }),
    ])
    expect(whispered.durationMs).toBeCloseTo(plain.durationMs + 1_100, 0)
    const decoder = await SoundDecoder.create()
    const loudness = async ({ mp3 }: Clip, from: number) =>
      toDecibels(rms((await decoder.decode(mp3))!.samples.slice(from, from + 20_000)))
    const pause = (400 * SAMPLE_RATE) / 1_000
    expect((await loudness(whispered, pause + 3_000)) - (await loudness(plain, 3_000))).toBeCloseTo(-9, 0)
  })

  test('product §4: start the heads of a whisper at its level, also when the gain of the voice is known', async () => {
    const headOf = await headsOf(200, 0.8)
    for (let n = 0; n < 2; n += 1) {
      const whisper = await headOf({ name: 'whispering' })
      expect(whisper - (await headOf())).toBeCloseTo(-9, 0)
    }
  })

  test('product §4: measure no gain in a short clip, also if its pauses are long', async () => {
    const headOf = await headsOf(40, 0.2)
    const delivery = { name: 'sad', pauseBeforeMs: 2_000, pauseAfterMs: 2_000 } as const
    const first = await headOf({ name: 'sad' })
    await headOf(delivery)
    expect(await headOf({ name: 'sad' })).toBeCloseTo(first, 0)
  })

  test.each(['🎬🎭', '…', ' '])('reject %j, which has nothing to say', async (text) => {
    await expect((await provider()).synthesise({ voiceId, text })).rejects.toMatchObject({
      kind: 'bad-input',
    })
  })

  test.each([
    [{ state: 'ready' }, 'ready'],
    [undefined, 'ready'],
    [{ state: 'coming' }, { later: 'The natural voices are still loading.', isLoading: true }],
    [{ state: 'missing', reason: 'No network.' }, { later: 'No network.' }],
    [{ state: 'resting', reason: 'It failed.' }, { later: 'It failed.' }],
    [{ state: 'off', reason: 'No runtime.' }, { never: 'No runtime.' }],
  ] as const)('in state %j have the readiness %j', async (state, readiness) => {
    expect(await (await provider({ state: () => state })).readiness()).toEqual(readiness)
  })

  test('load the engine when prepared, but not again within a minute', async () => {
    const spoken: { text: string; priority: number | undefined }[] = []
    const engine = engineOf(async ({ text }, { urgency } = {}) => {
      spoken.push({ text, priority: urgency?.priority })
      const parts = [{ samples: part(60), phonemes: 'x', durations: [], words: [] }]
      return { parts, sampleRate: SAMPLE_RATE, tookMs: 40 }
    })
    let state: NaturalVoices = { state: 'coming' }
    const kokoro = await provider({ engine, state: () => state })
    await kokoro.prepare()
    expect(spoken).toEqual([])
    state = { state: 'ready' }
    await Promise.all([kokoro.prepare(), kokoro.prepare()])
    await kokoro.prepare()
    expect(spoken).toEqual([{ text: 'Hello.', priority: Number.MAX_SAFE_INTEGER }])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_001 })
    onTestFinished(() => void vi.useRealTimers())
    await kokoro.prepare()
    expect(spoken).toHaveLength(2)
    await kokoro.synthesise({ voiceId, text: 'A line.' })
    await kokoro.prepare()
    expect(spoken).toHaveLength(3)
  })

  test('are prepared without an error when the engine fails to load', async () => {
    const engine = engineOf(() => Promise.reject(new SpeakingFailed('server', 'no memory')))
    await expect((await provider({ engine })).prepare()).resolves.toBeUndefined()
  })

  test('throttle a request while the engine rests, until it may be retried', async () => {
    const resting = new SpeakingFailed('throttled', 'It rests.', { retryAfterMs: 5 })
    const engine = engineOf(() => Promise.reject(resting))
    const clip = (await provider({ engine })).synthesise({ voiceId, text: 'Hello.' })
    const expected = new SpeechError('throttled', 'It rests.', { retryAfterMs: 5 })
    await expect(clip).rejects.toStrictEqual(expected)
  })

  test('reject an unknown voice', async () => {
    const clip = (await provider()).synthesise({ voiceId: 'kokoro:unknown', text: 'Hello.' })
    await expect(clip).rejects.toMatchObject({ kind: 'unknown-voice' })
  })

  test('reject an aborted text with the reason of its signal', async () => {
    const abort = new AbortController()
    const clip = (await provider()).synthesise({ voiceId, text: 'Hello. '.repeat(600), signal: abort.signal })
    abort.abort(new Error('gone'))
    await expect(clip).rejects.toThrow('gone')
  })
})
