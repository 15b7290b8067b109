import { describe, expect, test } from 'vitest'
import { Increases, type Counted } from './increases.ts'

const HOUR = 3_600_000
const START = 1_000_000
const at = (seconds: number) => START + seconds * 1_000
/** A process that began the given seconds after (before) the first scrape. */
const process = (clips: number, began = -100): Counted => ({
  startedAtMs: at(began),
  counts: new Map([['clips', clips]]),
})
const restarting = (began: number) => ({ ...process(0, began), restarts: 'restarts' })
const looks = (...all: [seconds: number, processes: Record<string, Counted>][]) => {
  const increases = new Increases(HOUR)
  for (const [seconds, processes] of all) increases.add(at(seconds), new Map(Object.entries(processes)))
  return increases
}

describe('decision 0056: the increase of a counter', () => {
  test('is zero before the second scrape', () => {
    const window = looks([0, { a: process(50) }]).over(at(0), HOUR)
    expect([window.seconds, window.of('clips')]).toEqual([0, 0])
  })

  test('is the sum over all processes since the first scrape', () => {
    const window = looks(
      [0, { a: process(50), b: process(5) }],
      [20, { a: process(60), b: process(6) }],
    ).over(at(20), HOUR)
    expect([window.seconds, window.of('clips')]).toEqual([20, 11])
  })

  test('includes the counts of a restarted process from zero', () => {
    const window = looks(
      [0, { a: process(50) }],
      [20, { a: process(60) }],
      [40, { a: process(4, 30) }],
      [60, { a: process(70, 50) }],
    ).over(at(60), HOUR)
    expect(window.of('clips')).toBe(10 + 4 + 70)
  })

  test('counts restarts, but not new processes', () => {
    const window = looks(
      [0, { a: restarting(-9) }],
      [20, { a: restarting(-9), b: restarting(10) }],
      [40, { a: restarting(30), b: restarting(10) }],
    ).over(at(40), HOUR)
    expect(window.of('restarts')).toBe(1)
  })

  test('excludes counts from before the first scrape', () => {
    const window = looks([0, {}], [20, { old: process(500, -10), young: process(3, 5) }]).over(at(20), HOUR)
    expect(window.of('clips')).toBe(3)
  })

  test('includes counts of a process that was unreachable meanwhile', () => {
    const window = looks([0, { a: process(50) }], [20, {}], [40, { a: process(58) }]).over(at(40), HOUR)
    expect(window.of('clips')).toBe(8)
  })

  test('excludes older counts and reports the last growth', () => {
    const increases = looks(
      [0, { a: process(0) }],
      [100, { a: process(10) }],
      [200, { a: process(13) }],
      [300, { a: process(13) }],
    )
    const window = increases.over(at(300), 150_000)
    expect([window.seconds, window.of('clips')]).toEqual([200, 3])
    expect(window.all()).toEqual([{ series: 'clips', count: 3, lastAt: at(200) }])
  })

  test('merges scrapes of an hour into few ticks and drops older ones', () => {
    const increases = new Increases(HOUR)
    for (let second = 0; second <= 7_200; second += 1)
      increases.add(at(second), new Map([['a', process(second)]]))
    const window = increases.over(at(7_200), HOUR)
    expect(window.seconds).toBeLessThanOrEqual(3_612)
    expect(window.seconds).toBeGreaterThanOrEqual(3_600)
    expect(window.of('clips')).toBe(window.seconds)
  })
})
