import { expect, test } from 'vitest'
import { ComeAgain } from './speaker.ts'

test('architecture §7: planned texts return one by one at the rate of speech, awaited ones soon', () => {
  const come = new ComeAgain()
  for (let n = 0; n < 50; n += 1) come.took(1_000)
  const planned = [1, 2, 3].map(() => Math.round(come.after({ awaited: false, now: 0 })))
  expect(planned).toEqual([1_000, 2_000, 3_000])
  expect(come.after({ awaited: true, now: 0 })).toBeLessThanOrEqual(1_000)
  for (let n = 0; n < 1_000; n += 1) come.after({ awaited: false, now: 0 })
  expect(come.after({ awaited: false, now: 0 })).toBe(15_000)
  expect(Math.round(come.after({ awaited: false, now: 60_000 }))).toBe(1_000)
})

test('architecture §7: texts of a voice that is not ready are retried rarely, regardless of their number', () => {
  const come = new ComeAgain()
  const looks = Array.from({ length: 4_000 }, () => come.whenReady({ awaited: false, now: 0 }))
  expect(Math.min(...looks)).toBeGreaterThanOrEqual(5_000)
  expect(Math.max(...looks)).toBeLessThanOrEqual(60_000)
  const perSecond = Map.groupBy(looks, (ms) => Math.floor(ms / 1_000))
  expect(Math.max(...[...perSecond.values()].map(({ length }) => length))).toBeLessThan(150)
  expect(come.whenReady({ awaited: true, now: 0 })).toBeLessThanOrEqual(1_000)
})
