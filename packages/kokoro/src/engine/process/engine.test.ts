import { expect, onTestFinished, test, vi } from 'vitest'
import { Engine, type SpokenPart } from './engine.ts'
import { Lane } from '../lanes/lane.ts'
import { Model } from '../inference/model.ts'
import { loadRuntime } from '../inference/crew.ts'
import { Styles } from '../inference/styles.ts'
import { request } from '../testing/test-engine-requests.ts'
import { tinyVoices } from '../testing/test-engine.ts'

const PARTS = {
  phonemes: async () => ({
    said: async (text: string) => ({ pieces: [text], words: [] }),
    tokensOf: (run: string) => [0, ...Array.from(run, () => 50), 0],
  }),
  idleMs: 600_000,
}

type Parts = ConstructorParameters<typeof Engine>[0]

/** An engine of the tiny model with other parts, closed after the test. */
async function tinyEngine(
  more: (tiny: { load: () => Promise<Model>; openLane: () => Promise<Lane> }) => Partial<Parts>,
) {
  const { voicesDir, modelFolder } = await tinyVoices()
  const load = () => Model.load(loadRuntime(voicesDir), modelFolder, { threads: 1, form: 'float32' })
  const openLane = () => Lane.open({ voicesDir, modelFolder, form: 'float32' })
  const styles = new Styles(modelFolder)
  const engine = new Engine({ ...PARTS, styles, load, ...more({ load, openLane }) })
  onTestFinished(() => engine.close())
  const parts: SpokenPart[] = []
  const speak = (patient = false, priority = 5) =>
    engine.speak(request('Hello.', { patient, priority }), (part) => parts.push(part))
  return { engine, parts, speak }
}

/** One timer, which the test fires. */
function oneTimer() {
  let rest: (() => void) | undefined
  let restMs = 0
  return {
    rest: () => rest,
    restMs: () => restMs,
    setTimer(work: () => void, ms: number) {
      rest = work
      restMs = ms
      return { clear: () => (rest = undefined) }
    },
  }
}

test('loads the model at the first request, releases it after ten idle minutes, and loads it again', async () => {
  const { rest, restMs, setTimer } = oneTimer()
  let timesIdle = 0
  const release = vi.spyOn(Model.prototype, 'release')
  onTestFinished(() => release.mockRestore())
  const { engine, parts, speak } = await tinyEngine(() => ({ onIdle: () => void (timesIdle += 1), setTimer }))
  expect(engine.isLoaded).toBe(false)
  await speak().ended
  expect(engine.isLoaded).toBe(true)
  await expect.poll(rest).toBeDefined()
  expect(restMs()).toBe(600_000)
  // A request in between restarts the ten minutes.
  const running = speak().ended
  expect(rest()).toBeUndefined()
  await running
  await expect.poll(rest).toBeDefined()
  rest()!()
  await expect.poll(() => timesIdle).toBe(1)
  expect(release).toHaveBeenCalledTimes(1)
  expect(engine.isLoaded).toBe(false)
  await speak().ended
  expect(new Set(parts.map(({ samples }) => samples.length)).size).toBe(1)
  expect(parts).toHaveLength(3)
  await engine.close()
  expect(release).toHaveBeenCalledTimes(2)
})

test('also releases the model when the last request was canceled while it was loading', async () => {
  const { rest, setTimer } = oneTimer()
  const loading = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const { engine, speak } = await tinyEngine(({ load }) => ({
    async load() {
      loading.resolve()
      await gate.promise
      return load()
    },
    setTimer,
  }))
  const task = speak()
  await loading.promise
  task.cancel(new Error('left'))
  await expect(task.ended).rejects.toThrow('left')
  expect(rest()).toBeUndefined()
  gate.resolve()
  await expect.poll(rest).toBeDefined()
  rest()!()
  await expect.poll(() => engine.isLoaded).toBe(false)
})

test('speaks a low-priority text in a lane as soon as one is open, without blocking others', async () => {
  const opened = Promise.withResolvers<Lane>()
  const timers = new Set<() => void>()
  const open = vi.fn<(model: Model) => Promise<Lane>>()
  const { engine, parts, speak } = await tinyEngine(({ openLane }) => ({
    lanes: {
      limit: 1,
      async open(model) {
        void open(model)
        const lane = await openLane()
        opened.resolve(lane)
        return lane
      },
    },
    setTimer(work) {
      timers.add(work)
      return { clear: () => void timers.delete(work) }
    },
  }))
  // No lane is open yet.
  await speak(true).ended
  const lane = vi.spyOn(await opened.promise, 'speak')
  await expect.poll(() => engine.isIdle).toBe(true)
  const ahead = speak(true, 50).ended
  expect(engine.isIdle).toBe(false)
  await Promise.all([ahead, speak(false, 1).ended])
  expect(lane).toHaveBeenCalledTimes(1)
  expect(open).toHaveBeenCalledTimes(1)
  expect(parts.map(({ samples }) => samples)).toEqual(Array(3).fill(parts[0]!.samples))
  await expect.poll(() => timers.size).toBe(1)
})

/** An engine with an open lane; `atStep` listens to each step of a text, of which there are `stepsOfOne`. */
async function withLane() {
  const source = await PARTS.phonemes()
  /** Promises that texts await before they are cut. */
  const gates = new Map<string, Promise<void>>()
  let steps = 0
  let onStep: ((step: number) => void) | undefined
  const { engine } = await tinyEngine(({ openLane }) => ({
    async phonemes() {
      const said = async (text: string) => {
        await gates.get(text)
        return source.said(text)
      }
      return { ...source, said }
    },
    lanes: { limit: 1, open: openLane },
    guard(step) {
      steps++
      onStep?.(steps)
      return step()
    },
  }))
  const speak = (patient: boolean, text = 'Hello.') => engine.speak(request(text, { patient }), () => {})
  await speak(true).ended
  await expect.poll(() => engine.isIdle).toBe(true)
  const stepsOfOne = steps
  steps = 0
  return {
    speak,
    gates,
    stepsOfOne,
    steps: () => steps,
    atStep: (listen: typeof onStep) => (onStep = listen),
  }
}

test('a canceled text frees its lane at the next step', async () => {
  const { speak, stepsOfOne, steps, atStep } = await withLane()
  atStep((step) => {
    if (step === 1) task.cancel(new Error('left'))
  })
  const task = speak(true)
  const next = speak(true)
  await expect(task.ended).rejects.toThrow('left')
  await next.ended
  expect(steps()).toBe(1 + stepsOfOne)
})

test('lanes do not step while an awaited text is spoken', async () => {
  const { speak, stepsOfOne, steps, atStep } = await withLane()
  const awaited = Promise.withResolvers<number>()
  atStep((step) => {
    if (step === 1) void speak(false).ended.then(() => awaited.resolve(steps()))
  })
  await speak(true).ended
  expect(await awaited.promise).toBe(1 + stepsOfOne)
  expect(steps()).toBe(2 * stepsOfOne)
})

test('a lane continues a text that became awaited, next to less urgent ones', async () => {
  const { speak, gates, atStep } = await withLane()
  const ahead = speak(true)
  const gate = Promise.withResolvers<void>()
  gates.set('Later.', gate.promise)
  const awaited = Promise.withResolvers<void>()
  atStep((step) => {
    if (step > 1) return
    void speak(false, 'Later.').ended.then(() => awaited.resolve())
    ahead.rank({ priority: 1, patient: false })
  })
  await expect(ahead.ended).resolves.toBeGreaterThan(0)
  gate.resolve()
  await awaited.promise
})

/** An engine that finds two words in "aa aa.". */
async function engineWithWords() {
  const words = [0, 3].map((at) => ({ at, length: 2, phonemes: 'aa' }))
  const phonemes = async () => ({
    ...(await PARTS.phonemes()),
    said: async (text: string) => ({ pieces: [text], words }),
  })
  const { engine } = await tinyEngine(() => ({ phonemes }))
  const lengthOf = async (more: Parameters<typeof request>[1] = {}) => {
    let samples = 0
    await engine.speak(request('aa aa.', more), (part) => (samples += part.samples.length)).ended
    return samples
  }
  return { lengthOf }
}

test('product §5: a word is as long as the melody of a recording has it', async () => {
  const { lengthOf } = await engineWithWords()
  const melody = [{ at: 0, length: 2, ms: 10_000, pauseMs: 0, semitones: [] }]
  expect(await lengthOf({ shape: { melody } })).toBeGreaterThan(await lengthOf())
})

test('product §2: each part of a text has the words that it says', async () => {
  const words = [0, 4].map((at) => ({ at, length: 2, phonemes: 'aa' }))
  const { engine, parts } = await tinyEngine(() => ({
    phonemes: async () => ({
      ...(await PARTS.phonemes()),
      said: async () => ({ pieces: ['aa.', 'aa.'], words }),
    }),
  }))
  await engine.speak(request('aa. aa.'), (part) => parts.push(part)).ended
  expect(parts.map((part) => part.words.map(({ at }) => at))).toEqual([[0], [4]])
})

test('product §4: the model receives the shape of a delivery, and the tokens of the stressed words', async () => {
  const speak = vi.spyOn(Model.prototype, 'speak')
  onTestFinished(() => speak.mockRestore())
  const { lengthOf } = await engineWithWords()
  // A part of the second word, which is stressed as a whole. Its tokens follow the silence, two letters and a space.
  const shape = { voiceless: true, range: 0.5, emphasis: [{ at: 4, length: 1 }] }
  expect(await lengthOf({ shape, pitch: 1.2 })).toBeGreaterThan(await lengthOf())
  const [input] = speak.mock.calls[0]!
  expect(input).toMatchObject({ voiceless: true, range: 0.5, pitch: 1.2, followed: [] })
  expect(input.stressed!.map(({ first, end }) => [first, end])).toEqual([[4, 6]])
})
