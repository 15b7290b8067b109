import { expect, test } from 'vitest'
import { SpeechPreparation } from './speech-preparation.ts'

const EVERY_MS = 15_000

/** Counts the announcements, which fail while `isAway`. */
function world() {
  const on = { now: 1_000, isAway: false, announced: 0 }
  const preparation = new SpeechPreparation(
    {
      // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as the producer's
      ask: async <T>() => {
        on.announced += 1
        if (on.isAway) throw new Error('Redis is unavailable')
        return undefined as T
      },
    },
    'test',
    () => on.now,
  )
  return { on, announce: () => preparation.announce() }
}
const settled = () => new Promise(setImmediate)

test('announces immediately, and not again within 15 s', () => {
  const { on, announce } = world()
  announce()
  announce()
  on.now += EVERY_MS - 1
  announce()
  expect(on.announced).toBe(1)
  on.now += 1
  announce()
  expect(on.announced).toBe(2)
})

test('a failed announcement is repeated for the next page', async () => {
  const { on, announce } = world()
  on.isAway = true
  announce()
  await settled()
  on.isAway = false
  announce()
  await settled()
  announce()
  expect(on.announced).toBe(2)
})
