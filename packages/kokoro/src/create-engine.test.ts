import { expect, test } from 'vitest'
import { engineThreads } from './create-engine.ts'

test.each([
  [{}, 8],
  [{ SPEECH_THREADS: 2 }, 2],
  [{ SPEECH_THREADS: 1, SPEECH_ENGINE_THREADS: 4 }, 4],
  [{ SPEECH_THREADS: 64 }, 8],
])('with eight processors and %j the engine uses %i threads', (config, threads) => {
  expect(engineThreads(config, 8)).toBe(threads)
})
