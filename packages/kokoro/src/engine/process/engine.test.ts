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
    pieces: async (text: string) => [text],
    tokensOf: (run: string) => [0, ...Array.from(run, () => 50), 0],
  }),
  idleMs: 600_000,
}

test('the model is loaded when it is first needed, given back after ten idle minutes, and loaded again', async () => {
  const { voicesDir, modelFolder } = await tinyVoices()
  let rest: (() => void) | undefined
  let idleMs = 0
  let timesIdle = 0
  const release = vi.spyOn(Model.prototype, 'release')
  onTestFinished(() => release.mockRestore())
  const engine = new Engine({
    ...PARTS,
    styles: new Styles(modelFolder),
    load: () => Model.load(loadRuntime(voicesDir), modelFolder, { threads: 1 }),
    onIdle: () => void (timesIdle += 1),
    setTimer(work, ms) {
      rest = work
      idleMs = ms
      return { clear: () => (rest = undefined) }
    },
  })
  const lengths: number[] = []
  const speak = () => engine.speak(request('Hello.'), ({ samples }) => lengths.push(samples.length)).ended
  expect(engine.isLoaded).toBe(false)
  await speak()
  expect(engine.isLoaded).toBe(true)
  await expect.poll(() => rest).toBeDefined()
  expect(idleMs).toBe(600_000)
  // Another request in between restarts the ten minutes.
  const running = speak()
  expect(rest).toBeUndefined()
  await running
  await expect.poll(() => rest).toBeDefined()
  rest!()
  await expect.poll(() => timesIdle).toBe(1)
  expect(release).toHaveBeenCalledTimes(1)
  expect(engine.isLoaded).toBe(false)
  await speak()
  expect(lengths).toEqual([lengths[0], lengths[0], lengths[0]])
  await engine.close()
  expect(release).toHaveBeenCalledTimes(2)
})

test('given back too when the last request was cancelled while the model was at work', async () => {
  const { voicesDir, modelFolder } = await tinyVoices()
  let rest: (() => void) | undefined
  const loading = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const engine = new Engine({
    ...PARTS,
    styles: new Styles(modelFolder),
    async load() {
      loading.resolve()
      await gate.promise
      return Model.load(loadRuntime(voicesDir), modelFolder, { threads: 1 })
    },
    setTimer(work) {
      rest = work
      return { clear: () => (rest = undefined) }
    },
  })
  onTestFinished(() => engine.close())
  const task = engine.speak(request('Hello.'), () => {})
  await loading.promise
  task.cancel(new Error('left'))
  await expect(task.ended).rejects.toThrow('left')
  expect(rest).toBeUndefined()
  gate.resolve()
  await expect.poll(() => rest).toBeDefined()
  rest!()
  await expect.poll(() => engine.isLoaded).toBe(false)
})

test('a low-priority text is spoken in a lane as soon as there is one, and does not block others', async () => {
  const { voicesDir, modelFolder } = await tinyVoices()
  const opened = Promise.withResolvers<Lane>()
  const timers = new Set<() => void>()
  const open = vi.fn<(model: Model) => Promise<Lane>>(() =>
    Lane.open({ voicesDir, modelFolder, form: 'float32' }),
  )
  const engine = new Engine({
    ...PARTS,
    styles: new Styles(modelFolder),
    load: () => Model.load(loadRuntime(voicesDir), modelFolder, { threads: 1, form: 'float32' }),
    lanes: {
      limit: 1,
      async open(model) {
        const lane = await open(model)
        opened.resolve(lane)
        return lane
      },
    },
    setTimer(work) {
      timers.add(work)
      return { clear: () => void timers.delete(work) }
    },
  })
  onTestFinished(() => engine.close())
  const parts: SpokenPart[] = []
  const speak = (more: object) => engine.speak(request('Hello.', more), (part) => parts.push(part))
  // There is none yet.
  await speak({ patient: true }).ended
  const lane = vi.spyOn(await opened.promise, 'speak')
  await expect.poll(() => engine.isIdle).toBe(true)
  const order: string[] = []
  const ahead = speak({ patient: true, priority: 50 }).ended.then(() => order.push('ahead'))
  expect(engine.isIdle).toBe(false)
  const awaited = speak({ priority: 1 }).ended.then(() => order.push('awaited'))
  await Promise.all([ahead, awaited])
  expect(lane).toHaveBeenCalledTimes(1)
  expect(open).toHaveBeenCalledTimes(1)
  expect(parts.map(({ samples }) => samples)).toEqual(Array(3).fill(parts[0]!.samples))
  await expect.poll(() => timers.size).toBe(1)
})

test('where memory is short a low-priority text is spoken without a lane, and in one when there is room', async () => {
  const { voicesDir, modelFolder } = await tinyVoices()
  let availableMemory = 2 ** 30
  const open = vi.fn<() => Promise<Lane>>(() => Lane.open({ voicesDir, modelFolder, form: 'float32' }))
  const engine = new Engine({
    ...PARTS,
    styles: new Styles(modelFolder),
    load: () => Model.load(loadRuntime(voicesDir), modelFolder, { threads: 1, form: 'float32' }),
    lanes: { limit: 2, open, availableMemory: () => availableMemory },
  })
  onTestFinished(() => engine.close())
  const parts: SpokenPart[] = []
  const speak = () => engine.speak(request('Hello.', { patient: true }), (part) => parts.push(part)).ended
  await Promise.all([speak(), speak()])
  expect(parts).toHaveLength(2)
  expect(open).not.toHaveBeenCalled()
  availableMemory = 2 ** 31
  await speak()
  expect(open).toHaveBeenCalledTimes(1)
  await expect.poll(() => engine.isIdle).toBe(true)
})

/** An engine with one lane that is open; `onStep` is called before each step of a text, of which there are `stepsOfOne`. */
async function withLane() {
  const { voicesDir, modelFolder } = await tinyVoices()
  const source = await PARTS.phonemes()
  /** What texts wait for before they are looked at. */
  const gates = new Map<string, Promise<void>>()
  let steps = 0
  let onStep: ((step: number) => void) | undefined
  const engine = new Engine({
    ...PARTS,
    async phonemes() {
      const pieces = async (text: string) => {
        await gates.get(text)
        return source.pieces(text)
      }
      return { ...source, pieces }
    },
    styles: new Styles(modelFolder),
    load: () => Model.load(loadRuntime(voicesDir), modelFolder, { threads: 1, form: 'float32' }),
    lanes: { limit: 1, open: () => Lane.open({ voicesDir, modelFolder, form: 'float32' }) },
    guard(step) {
      steps++
      onStep?.(steps)
      return step()
    },
  })
  onTestFinished(() => engine.close())
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

test('a cancelled text frees its lane at the next step', async () => {
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

test('lanes make no step while an awaited text is spoken', async () => {
  const { speak, stepsOfOne, steps, atStep } = await withLane()
  const awaited = Promise.withResolvers<number>()
  atStep((step) => {
    if (step === 1) void speak(false).ended.then(() => awaited.resolve(steps()))
  })
  await speak(true).ended
  expect(await awaited.promise).toBe(1 + stepsOfOne)
  expect(steps()).toBe(2 * stepsOfOne)
})

test('a lane continues with a text that became awaited, next to less urgent ones', async () => {
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
