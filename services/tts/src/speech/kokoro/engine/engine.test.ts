import { expect, onTestFinished, test, vi } from 'vitest'
import { Engine } from './engine.ts'
import { Model } from './model.ts'
import { loadRuntime } from './runtime.ts'
import { Styles } from './styles.ts'
import { request } from './testing/test-engine-requests.ts'
import { tinyVoices } from './testing/test-engine.ts'

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
  // Another request in between begins the ten minutes anew.
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
