import { expect, onTestFinished, test } from 'vitest'
import { GrowingSpeech } from '../growing-speech.ts'
import { FRAME_SAMPLES, HALF_FADE } from './graph-names.ts'
import { Model, type Listener, type Spoken } from './model.ts'
import { loadRuntime } from './runtime.ts'
import { Styles } from './styles.ts'
import { request } from './testing/test-engine-requests.ts'
import { tinyVoices } from './testing/test-engine.ts'
import { TOKEN_FRAMES } from './testing/tiny-model.ts'

const SPACE = 16
/** The tiny model's tone is coarse from 3.3 s on. */
const FINE_FRAMES = 128
/** Twenty words of five tokens: each gap between them begins six tokens behind the one before. */
const TOKENS = [
  0,
  ...Array.from({ length: 119 }, (_, index) => (index % 6 === 5 ? SPACE : index % 4 === 0 ? 170 : 20)),
  0,
]

async function tinyModel() {
  const { voicesDir, modelFolder } = await tinyVoices()
  const model = await Model.load(loadRuntime(voicesDir), modelFolder, { threads: 1 })
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

/** Somebody who has so many seconds at hand after each head. */
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

/** How the level changes from one frame to the next, by which token is said: the tone itself is the same in all. */
function changes(samples: Float32Array): number[] {
  const levels = Array.from({ length: Math.floor(samples.length / FRAME_SAMPLES) }, (_, frame) =>
    Math.hypot(...samples.subarray(frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES)),
  )
  return levels.slice(1).map((level, frame) => level - levels[frame]!)
}

test('heads follow each other in the gaps between words, overlap by 20 ms, and say what the whole says', async () => {
  const model = await tinyModel()
  // It knows how fast it is.
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
  const [head, whole] = [changes(beginning!), changes(samples)]
  expect(heads[0]!.to).toBeLessThan(FINE_FRAMES - 40)
  expect(from).toBeGreaterThan(FINE_FRAMES)
  // One fades into the other at the cuts, and the tone's phase is rounded otherwise now and then.
  const off = whole!.slice(0, FINE_FRAMES).filter((change, frame) => Math.abs(change - head![frame]!) > 0.003)
  expect(off.length).toBeLessThan(10)
  expect(Math.max(...whole!)).toBeGreaterThan(0.01)
})

test('the whole is the same whether somebody has heard its heads or not', async () => {
  const model = await tinyModel()
  const alone = await model.speak()
  const hearing = listenerWith([0])
  expect(await model.speak(hearing)).toEqual(alone)
  expect(hearing.heads).toHaveLength(1)
})

test('somebody who has enough to hear is told no head', async () => {
  const model = await tinyModel()
  const hearing = listenerWith([30])
  await model.speak(hearing)
  expect(hearing.heads).toEqual([])
})

test('through the socket: heads of an awaited text only, in front of the part that they begin, and no others', async () => {
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
