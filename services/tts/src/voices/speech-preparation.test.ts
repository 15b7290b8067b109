import { expect, test } from 'vitest'
import { SpeechPreparation } from './speech-preparation.ts'

test('announces immediately, and not again within 15 s unless the announcement failed', async () => {
  let now = 1_000
  let isAway = false
  let announced = 0
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as the producer's
  const ask = async <T>() => {
    announced += 1
    if (isAway) throw new Error('Redis is unavailable')
    return undefined as T
  }
  const preparation = new SpeechPreparation({ ask }, 'test', () => now)
  const announcedAt = async (ms: number) => {
    now = ms
    preparation.announce()
    await new Promise(setImmediate)
    return announced
  }
  expect([await announcedAt(1_000), await announcedAt(1_000), await announcedAt(15_999)]).toEqual([1, 1, 1])
  expect(await announcedAt(16_000)).toBe(2)
  isAway = true
  expect(await announcedAt(31_000)).toBe(3)
  isAway = false
  expect([await announcedAt(31_000), await announcedAt(31_000)]).toEqual([4, 4])
})
