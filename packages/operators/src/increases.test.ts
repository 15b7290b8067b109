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
  test.each<[string, number, ...Parameters<typeof looks>]>([
    ['is zero before the second scrape', 0, [0, { a: process(50) }]],
    [
      'is the sum over all processes since the first scrape',
      11,
      [0, { a: process(50), b: process(5) }],
      [20, { a: process(60), b: process(6) }],
    ],
    [
      'includes the counts of a restarted process from zero',
      10 + 4 + 70,
      [0, { a: process(50) }],
      [20, { a: process(60) }],
      [40, { a: process(4, 30) }],
      [60, { a: process(70, 50) }],
    ],
    [
      'excludes counts from before the first scrape',
      3,
      [0, {}],
      [20, { old: process(500, -10), young: process(3, 5) }],
    ],
    [
      'includes counts of a process that was unreachable meanwhile',
      8,
      [0, { a: process(50) }],
      [20, {}],
      [40, { a: process(58) }],
    ],
  ])('%s: %d', (_title, clips, ...all) => {
    const last = all.at(-1)![0]
    const window = looks(...all).over(at(last), HOUR)
    expect([window.seconds, window.of('clips')]).toEqual([last, clips])
  })

  test('counts restarts, but not new processes', () => {
    const window = looks(
      [0, { a: restarting(-9) }],
      [20, { a: restarting(-9), b: restarting(10) }],
      [40, { a: restarting(30), b: restarting(10) }],
    ).over(at(40), HOUR)
    expect(window.of('restarts')).toBe(1)
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
