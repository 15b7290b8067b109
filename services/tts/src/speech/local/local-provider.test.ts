import { fits } from '@andscene/contracts/schema/fits'
import type { Delivery } from '@andscene/contracts/voices/delivery'
import { Voice } from '@andscene/contracts/voices/voice'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { truePeak } from '../audio/limiter.ts'
import { integratedLoudness } from '../audio/loudness.ts'
import { toDecibels } from '../audio/sound.ts'
import { decoded, rms } from '../../testing/sounds.ts'
import { SpeechThreads } from '../threads/speech-threads.ts'
import { LocalProvider } from './local-provider.ts'

const TEXT = 'It was a quiet morning in the valley, and nobody expected visitors.' // plain-words: quoted
const PASSAGE = `${TEXT} The old man put down his cup, walked to the window and looked out over the fields. Somewhere behind the barn a dog began to bark.`

let threads: SpeechThreads
let provider: LocalProvider
beforeAll(() => {
  threads = new SpeechThreads({ threads: 2 })
  // Long texts run at a low priority and may take minutes while other tests run.
  provider = new LocalProvider({
    run: (task, turn) => threads.run(task, { priority: 0, ...turn, long: false }),
  })
})
afterAll(() => threads.close())

const say = (voiceId: string, text: string) => provider.synthesise({ voiceId, text })

describe('local voices (product §3)', () => {
  test('have all fields, and names of people', async () => {
    for (const voice of await provider.voices()) {
      expect(fits(Voice, voice)).toBe(true)
      expect(voice.name).toMatch(/^\p{Lu}[\p{L}-]+$/u)
      expect(voice.voiceId).toMatch(/^local:[a-z0-9-]+$/)
      expect(() => new Intl.Locale(voice.locale)).not.toThrow()
      expect(voice).toMatchObject({ provider: 'local', isActive: true })
      expect(voice.providerMetadata).toMatchObject({ VoiceType: 'Standard' })
      expect(voice.voiceStyles.length).toBeGreaterThan(0)
      expect(voice.voicePersonalities.length).toBeGreaterThan(0)
      expect(voice.wordsPerMinute).toBeGreaterThan(100)
      expect(voice.wordsPerMinute).toBeLessThan(230)
    }
  })

  test('are only those of Flite in a build without eSpeak NG', async () => {
    const voices = await new LocalProvider(threads, { espeak: false }).voices()
    expect(voices).toHaveLength(12)
    expect(voices.every(({ voiceId }) => voiceId.startsWith('local:flite-'))).toBe(true)
  })

  test('product §2: report the times of words if they are voices of eSpeak NG', async () => {
    const text = 'Wait, “Tom” & 42 others -- don’t go! *Now*.'
    const { words = [], durationMs } = await say('local:espeak-en-us-m3', text)
    const said = words.map(({ at, length }) => text.slice(at, at + length))
    expect(said).toEqual(['Wait', 'Tom', '42', 'others', 'don’t', 'go', 'Now'])
    let last = 0
    for (const { startMs, endMs } of words) {
      expect(startMs).toBeGreaterThanOrEqual(last)
      expect(endMs - startMs).toBeGreaterThan(40)
      last = endMs
    }
    expect(last).toBeLessThanOrEqual(durationMs)
    expect((await say('local:flite-slt', text)).words).toBeUndefined()
  })

  test.each(['local:flite-slt', 'local:espeak-en-us-m3'])(
    'product §4: %s follows pace, level and pauses, and speaks plainly what it cannot do',
    async (voiceId) => {
      const made = async (delivery?: Delivery) => {
        const { mp3, durationMs } = await provider.synthesise({ voiceId, text: TEXT, delivery })
        return { durationMs, loudness: integratedLoudness(await decoded(mp3)) }
      }
      const plain = await made()
      expect((await made({ name: 'fast' })).durationMs / plain.durationMs).toBeCloseTo(1 / 1.25, 1)
      expect((await made({ pace: 0.8, pitch: 3 })).durationMs / plain.durationMs).toBeCloseTo(1.25, 1)
      expect((await made({ name: 'quiet' })).loudness - plain.loudness).toBeCloseTo(-5, 0)
      const angry = await made({ name: 'angry' })
      expect(angry.durationMs).toBeCloseTo(plain.durationMs, -1)
      expect(angry.loudness).toBeCloseTo(plain.loudness, 0)
      const { durationMs } = await made({ pauseBeforeMs: 300, pauseAfterMs: 200 })
      expect(durationMs).toBeCloseTo(plain.durationMs + 500, -1)
    },
  )

  test('speak at the rate that they declare', { timeout: 60_000 }, async () => {
    const sample = (await provider.voices()).filter(({ voiceId }) =>
      /flite-(slt|rms-low|awb-high|kal16)$|en-us-(m3|alicia|anxiousandy)$/.test(voiceId),
    )
    expect(sample.length).toBe(7)
    for (const { voiceId, wordsPerMinute } of sample) {
      const { durationMs } = await say(voiceId, PASSAGE)
      const measured = PASSAGE.split(' ').length / (durationMs / 60_000)
      expect({ voiceId, isRight: Math.abs(measured / wordsPerMinute - 1) < 0.05 }).toMatchObject({
        isRight: true,
      })
    }
  })
})

describe('a local clip', () => {
  test.each([
    'local:flite-slt',
    'local:flite-rms-low',
    'local:flite-awb-high',
    'local:flite-kal16',
    'local:espeak-en-us-m3',
    'local:espeak-en-gb-f2',
    'local:espeak-en-us-whisper',
  ])('has the declared duration, is audible, level and not clipped: %s', async (voiceId) => {
    for (const text of ['Yes.', PASSAGE]) {
      const clip = await say(voiceId, text)
      const sound = await decoded(clip.mp3)
      expect((sound.samples.length * 1000) / sound.sampleRate).toBeCloseTo(clip.durationMs, 1)
      expect(Math.abs(integratedLoudness(sound) + 19), `${text} loudness`).toBeLessThan(1)
      expect(toDecibels(truePeak(sound)), `${text} peak`).toBeLessThan(-1)
      const edge = Math.round(sound.sampleRate * 0.06)
      expect(rms(sound.samples.subarray(0, edge)), 'silence before').toBeGreaterThan(0.001)
      expect(rms(sound.samples.subarray(-edge)), 'silence after').toBeGreaterThan(0.0005)
    }
  })

  test.each([
    ['local:espeak-de-m3', 'Guten Morgen, meine Damen und Herren.', 1.5],
    ['local:espeak-ru-f2', 'Привет, как дела?', 0.8],
    ['local:espeak-ar-f2', 'مرحبا كيف حالك', 0.8],
    ['local:espeak-he-m3', 'שלום מה שלומך', 0.6],
    ['local:espeak-cmn-f2', '你好吗', 0.4],
    ['local:espeak-hi-m3', 'नमस्ते', 0.3],
  ])('is spoken in the language of the voice: %s', async (voiceId, text, seconds) => {
    const { durationMs } = await say(voiceId, text)
    expect(durationMs / 1000).toBeGreaterThan(seconds)
    // An engine that does not know the letters spells them, which would take several times as long.
    expect(durationMs / 1000).toBeLessThan(seconds * 3)
  })

  test.each(['local:flite-kal16', 'local:espeak-en-us-m3'])(
    'of 5,000 characters is complete: %s',
    async (voiceId) => {
      const one = await say(voiceId, `${TEXT} `)
      const repeats = Math.floor(5_000 / (TEXT.length + 1))
      const all = await say(voiceId, `${TEXT} `.repeat(repeats))
      expect(all.durationMs / (one.durationMs * repeats)).toBeGreaterThan(0.95)
      expect(all.durationMs / (one.durationMs * repeats)).toBeLessThan(1.3)
      expect((await decoded(all.mp3)).samples.length).toBeGreaterThan(0)
    },
  )

  test.each(['local:flite-slt', 'local:espeak-en-us-f2'])(
    'is made of unknown characters, too: %s',
    async (voiceId) => {
      const texts = [
        'naïve café № 5 ½ ☎ x',
        'a\u0000b\ud800c',
        '漢字 and שלום',
        '< & > [[x]] {y} \\z',
        '😀 ok',
      ]
      for (const text of texts) expect((await say(voiceId, text)).durationMs).toBeGreaterThan(100)
    },
  )
})

describe('product §5: a pronunciation', () => {
  test.each(['local:flite-slt', 'local:espeak-en-us-m3', 'local:espeak-de-m3'])(
    'changes what is heard, and the words keep their places: %s',
    async (voiceId) => {
      const text = 'Ask Ng now.'
      const sounds = [{ at: 4, length: 2, ipa: 'ˌæləˈbæmə', spelled: 'alabamalabama' }]
      const plain = await say(voiceId, text)
      const clip = await provider.synthesise({ voiceId, text, sounds })
      expect(Buffer.compare(clip.mp3, plain.mp3)).not.toBe(0)
      for (const { at, length } of clip.words ?? [])
        expect(['Ask', 'Ng', 'now', 'now.', 'Ng now.']).toContain(text.slice(at, at + length))
    },
  )
})

describe('local voices reject', () => {
  test.each(['', '   ', '...', '?!', '— —', '😀', '***'])('text with nothing to say: %j', async (text) => {
    await expect(say('local:flite-slt', text)).rejects.toMatchObject({ kind: 'bad-input', retryable: false })
    await expect(say('local:espeak-de-f2', text)).rejects.toMatchObject({ kind: 'bad-input' })
  })

  test('a voice that does not exist', async () => {
    await expect(say('local:unknown', 'Hello.')).rejects.toMatchObject({
      kind: 'unknown-voice',
      retryable: false,
    })
  })
})
