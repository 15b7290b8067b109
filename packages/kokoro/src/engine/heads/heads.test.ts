import { expect, onTestFinished, test } from 'vitest'
import { GrowingSpeech } from './growing-speech.ts'
import { FRAME_SAMPLES, HALF_FADE, NAMES } from '../graph-names.ts'
import { LEVEL_AT_ZERO } from '../inference/frame-values.ts'
import { Model, type Listener, type Spoken } from '../inference/model.ts'
import { loadRuntime } from '../inference/crew.ts'
import { Styles } from '../inference/styles.ts'
import { runtimeAround } from '../testing/runtime-around.ts'
import { request } from '../testing/test-engine-requests.ts'
import { tinyVoices } from '../testing/test-engine.ts'
import { ENERGY, TOKEN_FRAMES } from '../testing/tiny-model.ts'

const SPACE = 16
const SECOND = 24_000
/** Twenty words of five tokens: each gap between them begins six tokens behind the one before. */
const TOKENS = [
  0,
  ...Array.from({ length: 119 }, (_, index) => (index % 6 === 5 ? SPACE : index % 4 === 0 ? 170 : 20)),
  0,
]

/** With `louder` each decoded window is louder by the next of these factors: the real model normalizes each. */
async function tinyModel({ louder = [1] }: { louder?: readonly number[] } = {}) {
  const { voicesDir, modelFolder } = await tinyVoices()
  let windows = 0
  const runtime = runtimeAround(loadRuntime(voicesDir), {
    async run(_threads, work) {
      const values = await work()
      const audio = values[NAMES.audio]?.data as Float32Array | undefined
      if (!audio) return values
      const times = louder[windows++ % louder.length]!
      for (const [index, sample] of audio.entries()) audio[index] = sample * times
      return values
    },
  })
  const model = await Model.load(runtime, modelFolder, { threads: 1 })
  onTestFinished(() => model.release())
  const style = await new Styles(modelFolder).blend([{ name: 'tiny_low', share: 1 }], TOKENS.length)
  return {
    async speak(listener?: Listener): Promise<Spoken> {
      const speaking = model.speak({ tokens: TOKENS, style, pitch: 1, speed: 1 }, listener)
      for (;;) {
        const step = await speaking.next()
        if (step.done) return step.value
      }
    },
  }
}

const levelOf = (samples: Float32Array) => Math.hypot(...samples) / Math.sqrt(samples.length)

/** A listener with this many seconds buffered after each head. */
function listenerWith(atHand: number[]) {
  const heads: { samples: Float32Array; from: number; to: number }[] = []
  return {
    heads,
    get atHand() {
      return atHand[heads.length] ?? Infinity
    },
    hasMore: false,
    rate: 1,
    hear: (samples: Float32Array, _piece: unknown, { from, to }: { from: number; to: number }) =>
      void heads.push({ samples: samples.slice(), from, to }),
  }
}

test('windows follow each other at gaps between words and overlap by 20 ms; joined they equal the clip', async () => {
  const model = await tinyModel()
  // The model measures its speed.
  await model.speak()
  const hearing = listenerWith([0, 0.5, 0.5])
  const { samples } = await model.speak(hearing)
  const { heads } = hearing
  expect(heads.length).toBeGreaterThan(1)
  const speech = new GrowingSpeech()
  let from = 0
  for (const head of heads) {
    expect(head.from).toBe(from)
    // The middle of a space of four frames.
    expect((head.to - TOKEN_FRAMES / 2) % (TOKEN_FRAMES * 6)).toBe(0)
    const extra = from === 0 ? HALF_FADE : 2 * HALF_FADE
    expect(head.samples.length).toBe((head.to - head.from) * FRAME_SAMPLES + extra)
    speech.addHead(head.samples)
    from = head.to
  }
  const [beginning] = speech.pieces()
  expect(beginning!.length).toBe(from * FRAME_SAMPLES + HALF_FADE)
  // The two differ where the next window fades in.
  const heard = from * FRAME_SAMPLES - HALF_FADE
  expect(samples.subarray(0, heard).every((sample, index) => sample === beginning![index])).toBe(true)
  expect(samples.length).toBe(TOKENS.length * TOKEN_FRAMES * FRAME_SAMPLES)
})

test.each([
  ['with', listenerWith([0, 0.5, 0.5])],
  ['without', undefined],
])('%s a listener each window of a text is as loud as its energy curve says', async (_, hearing) => {
  const model = await tinyModel({ louder: [1.25, 0.85] })
  const { samples } = await model.speak(hearing)
  const expected = LEVEL_AT_ZERO * Math.exp(ENERGY / 2)
  for (const head of hearing?.heads ?? []) expect(levelOf(head.samples) / expected).toBeCloseTo(1, 3)
  // Some words within a window are slightly louder than others.
  for (let at = 0; at + SECOND <= samples.length; at += SECOND)
    expect(Math.abs(levelOf(samples.subarray(at, at + SECOND)) / expected - 1)).toBeLessThan(0.1)
})

test('a listener with enough buffered gets the same windows as a text without a listener', async () => {
  const model = await tinyModel()
  const hearing = listenerWith([30])
  expect(await model.speak(hearing)).toEqual(await model.speak())
  // 484 frames in windows of at most 160: the last one is no head.
  expect(hearing.heads).toHaveLength(3)
})

test('through the socket: only an awaited text has heads, which arrive before their part', async () => {
  const engine = (await tinyVoices()).engine()
  const text = `${'Some words here and others '.repeat(4)}end. And a little more of it, too.`
  const told: string[] = []
  const heads: number[] = []
  let wholeMs = 0
  const { parts } = await engine.speak(request(text), {
    onHead(head) {
      told.push(head.samples.length > 0 ? 'head' : 'so far')
      heads.push(head.samples.length)
      wholeMs = head.wholeMs
    },
    onPart: () => void told.push('part'),
  })
  expect(parts).toHaveLength(2)
  expect(told[0]).toBe('head')
  expect(told.at(-1)).toBe('part')
  expect(heads[0]).toBeLessThan(parts[0]!.samples.length)
  const frames = parts.reduce((sum, { samples }) => sum + samples.length / FRAME_SAMPLES, 0)
  // The tiny model is as slow in every part but for the silences at their ends.
  expect(Math.abs(wholeMs - frames * 25) / (frames * 25)).toBeLessThan(0.1)
  const others: string[] = []
  await engine.speak(request(text), { onPart: () => void others.push('part') })
  expect(others).toEqual(['part', 'part'])
})
