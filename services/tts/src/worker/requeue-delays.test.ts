import { expect, test } from 'vitest'
import { RequeueDelays } from './speaker.ts'

test('architecture §7: planned texts return one by one at the rate of speech, awaited ones soon', () => {
  const requeueDelays = new RequeueDelays()
  for (let n = 0; n < 50; n += 1) requeueDelays.took(1_000)
  const planned = [1, 2, 3].map(() => Math.round(requeueDelays.after({ awaited: false, now: 0 })))
  expect(planned).toEqual([1_000, 2_000, 3_000])
  expect(requeueDelays.after({ awaited: true, now: 0 })).toBeLessThanOrEqual(1_000)
  for (let n = 0; n < 1_000; n += 1) requeueDelays.after({ awaited: false, now: 0 })
  expect(requeueDelays.after({ awaited: false, now: 0 })).toBe(15_000)
  expect(Math.round(requeueDelays.after({ awaited: false, now: 60_000 }))).toBe(1_000)
})

test('architecture §7: texts of a voice that is not ready are retried rarely, regardless of their number', () => {
  const requeueDelays = new RequeueDelays()
  const delays = Array.from({ length: 4_000 }, () => requeueDelays.whenReady({ awaited: false, now: 0 }))
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(5_000)
  expect(Math.max(...delays)).toBeLessThanOrEqual(60_000)
  const perSecond = Map.groupBy(delays, (ms) => Math.floor(ms / 1_000))
  expect(Math.max(...[...perSecond.values()].map(({ length }) => length))).toBeLessThan(150)
  expect(requeueDelays.whenReady({ awaited: true, now: 0 })).toBeLessThanOrEqual(1_000)
})
