import { expect, test } from 'vitest'
import type { ClipHead } from '../provider.ts'
import type { Direction } from '../delivery.ts'
import type { SpeechThreads } from '../threads/speech-threads.ts'
import type { SpeechTask } from '../threads/task.ts'
import { SAMPLE_RATE } from '@andscene/kokoro/engine/graph-names'
import { HeadMaker } from './head-maker.ts'

type SoundTask = Extract<SpeechTask, { engine: 'sound' }>
const CUT = SAMPLE_RATE / 4

/** Mocks threads whose tasks finish on request of the test. */
function setUp(direction?: Direction) {
  const tasks: SoundTask[] = []
  const gates: PromiseWithResolvers<void>[] = []
  const sent: ClipHead[] = []
  const threads: Pick<SpeechThreads, 'run'> = {
    async run(task) {
      const { pieces, given } = task as SoundTask
      tasks.push(task as SoundTask)
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      const samples = pieces.reduce((sum, { length }) => sum + length, 0)
      const durationMs = (samples / SAMPLE_RATE) * 1_000
      return { mp3: new Uint8Array(1), durationMs, finishing: { cut: CUT, gain: given?.gain ?? 1 } }
    },
  }
  const maker = new HeadMaker(
    threads,
    { priority: 1, long: false },
    (head) => sent.push(head),
    1.5,
    direction,
  )
  const head = (seconds: number) =>
    maker.add({ samples: new Float32Array(seconds * SAMPLE_RATE), wholeMs: 9_000 })
  return {
    maker,
    head,
    tasks,
    sent,
    async finish() {
      gates.shift()!.resolve()
      await new Promise(setImmediate)
    },
  }
}

test('skips heads that a longer one has replaced, and sends only longer ones', async () => {
  const { head, finish, sent, tasks } = setUp()
  head(1)
  head(1)
  head(1)
  await finish()
  await finish()
  expect(tasks).toHaveLength(2)
  const lengths = sent.map(({ durationMs }) => durationMs)
  expect(lengths).toHaveLength(2)
  expect(lengths[1]).toBeGreaterThan(lengths[0]! * 2)
})

test('cuts all heads at the start like the first and applies the known gain of the voice', async () => {
  const { head, finish, tasks, sent } = setUp()
  head(1)
  await finish()
  head(1)
  await finish()
  expect(tasks.map(({ given }) => given)).toEqual([{ gain: 1.5 }, { gain: 1.5, cut: CUT }])
  expect(sent.map(({ wholeMs }) => wholeMs)).toEqual([8_750, 8_750])
})

test('starts all heads with the pause before the line, and counts both pauses', async () => {
  const { head, finish, tasks, sent } = setUp({ level: -9, beforeMs: 500, afterMs: 300 })
  head(1)
  await finish()
  expect(tasks[0]!.direction).toEqual({ beforeMs: 500 })
  expect(sent[0]!.wholeMs).toBe(500 + 8_750 + 300)
})

test('puts completed parts before new audio', async () => {
  const { maker, head, finish, tasks } = setUp()
  head(1)
  await finish()
  maker.addPart({ samples: new Float32Array(70), phonemes: '', durations: [], words: [] })
  head(0)
  await finish()
  head(1)
  expect(tasks.map(({ pieces }) => pieces.map(({ length }) => length))).toEqual([
    [SAMPLE_RATE],
    [70],
    [70, SAMPLE_RATE],
  ])
})

test('sends no head after the whole clip', async () => {
  const { maker, head, finish, tasks, sent } = setUp()
  head(1)
  head(1)
  maker.stop()
  await finish()
  expect(tasks).toHaveLength(1)
  expect(sent).toEqual([])
})
