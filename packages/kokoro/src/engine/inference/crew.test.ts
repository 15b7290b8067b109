import { expect, onTestFinished, test, vi } from 'vitest'
import { Model, type Listener } from './model.ts'
import { loadRuntime } from './crew.ts'
import { Styles } from './styles.ts'
import { runtimeAround } from '../testing/runtime-around.ts'
import { tinyVoices } from '../testing/test-engine.ts'

const TOKENS = [0, ...Array.from({ length: 30 }, () => 50), 0]
const LISTENER: Listener = { atHand: 0, rate: 1, hasMore: false, hear: () => {} }

/** A model on two threads or one, whose pieces take so many milliseconds by the clock; `spoke` is who spoke last. */
async function world() {
  const { voicesDir, modelFolder } = await tinyVoices()
  const takes: Record<number, number> = { 1: 140, 2: 100 }
  let now = 0
  let spoke = 0
  let isLost = false
  let availableMemory = Infinity
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const runtime = runtimeAround(loadRuntime(voicesDir), {
    create(threads) {
      if (isLost && threads === 1) throw new Error('out of memory')
    },
    run(threads, work) {
      spoke = threads
      now += takes[threads]!
      return work()
    },
  })
  const model = await Model.load(runtime, modelFolder, {
    threads: 2,
    form: 'float32',
    availableMemory: () => availableMemory,
  })
  onTestFinished(() => model.release())
  const style = await new Styles(modelFolder).blend([{ name: 'tiny_low', share: 1 }], TOKENS.length)
  return {
    takes,
    lose: () => (isLost = true),
    leaveMemory: (bytes: number) => (availableMemory = bytes),
    /** The crew that speaks the next text. */
    async speak(listener?: Listener): Promise<number> {
      const speaking = model.speak({ tokens: TOKENS, style, pitch: 1, speed: 1 }, listener)
      while (!(await speaking.next()).done);
      await model.grow()
      return spoke
    },
  }
}
type World = Awaited<ReturnType<typeof world>>

/** Speaks this many low-priority texts, one after the other. */
async function spokenBy({ speak }: World, texts: number): Promise<number[]> {
  const by: number[] = []
  for (let n = 0; n < texts; n++) by.push(await speak())
  return by
}
const shareOf = (threads: number, by: readonly number[]) =>
  by.filter((one) => one === threads).length / by.length

test('on idle processors all threads speak, except for an occasional attempt with half of them', async () => {
  const on = await world()
  await spokenBy(on, 20)
  expect(shareOf(2, await spokenBy(on, 60))).toBeGreaterThan(0.9)
})

test('when all threads are slowed down, half of them speak until all are faster again', async () => {
  const on = await world()
  on.takes[2] = 250
  await spokenBy(on, 20)
  expect(shareOf(1, await spokenBy(on, 60))).toBeGreaterThan(0.9)
  on.takes[2] = 100
  await spokenBy(on, 60)
  expect(shareOf(2, await spokenBy(on, 60))).toBeGreaterThan(0.9)
})

test('an awaited text is spoken by the faster crew, never as an attempt', async () => {
  const on = await world()
  await spokenBy(on, 20)
  const by: number[] = []
  for (let n = 0; n < 60; n++) by.push(await on.speak(LISTENER))
  expect(shareOf(2, by)).toBe(1)
})

test('when memory is too short for both crews, the first one speaks alone', async () => {
  const on = await world()
  on.lose()
  expect(shareOf(2, await spokenBy(on, 20))).toBe(1)
})

test('when memory is short, the first crew speaks alone until there is more', async () => {
  const on = await world()
  on.takes[2] = 250
  on.leaveMemory(2 ** 30)
  expect(shareOf(2, await spokenBy(on, 20))).toBe(1)
  on.leaveMemory(2 ** 31)
  await spokenBy(on, 20)
  expect(shareOf(1, await spokenBy(on, 60))).toBeGreaterThan(0.9)
})
