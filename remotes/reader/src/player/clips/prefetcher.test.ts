import { expect, test } from 'vitest'
import { MOST_LINES_AHEAD } from '../limits.ts'
import { createPrefetcher } from './prefetcher.ts'
import {
  createHarness as createPlayer,
  numbered,
  readingOf,
  type HarnessLine,
} from '../testing/player-harness.ts'

/** Prefetches without a player; clips take about 60 ms per character, as estimated. */
function createHarness(lines: readonly HarnessLine[], clipMs = 4_000) {
  const { clock, clips, sounds } = createPlayer([])
  const plan = readingOf(
    lines.map((line) => ({ ...line, text: `${line.text} ${clipMs}ms`.padEnd(clipMs / 60, '.') })),
  )
  const prefetcher = createPrefetcher({ reading: () => plan, sounds, clock })
  const asked = () => clips.asked.map(({ lineId }) => Number(lineId.slice(5)))
  return { clock, clips, prefetcher, asked }
}

test('product §9 requests three lines ahead together, after a delay for the line itself', async () => {
  const harness = createHarness(numbered(30))
  harness.prefetcher.moveTo(0, 1, 150)
  await harness.clock.advance(149)
  expect(harness.asked()).toEqual([])
  await harness.clock.advance(1)
  expect(harness.asked()).toEqual([1, 2, 3])
})

test.each([
  [1, 1_000],
  [2, 2_000],
])('product §4 and more lines until 8 s of audio are ready, at %i×', async (rate, clipMs) => {
  const harness = createHarness(numbered(30), clipMs)
  harness.prefetcher.moveTo(0, rate)
  await harness.clock.advance(400)
  expect(harness.asked().length).toBeGreaterThanOrEqual(8)
})

test('product §9 then waits 500 ms between requests, up to a limit', async () => {
  const harness = createHarness(numbered(60))
  harness.prefetcher.moveTo(0, 1)
  await harness.clock.advance(10_000)
  const times = harness.clips.asked.map(({ at }) => at)
  expect(harness.asked()).toHaveLength(MOST_LINES_AHEAD)
  for (let index = 4; index < times.length; index += 1) {
    expect(times[index]! - times[index - 1]!).toBeGreaterThanOrEqual(500)
  }
  expect(harness.clock.pendingTimers()).toBe(0)
})

test('fetches only lines that are read aloud, and stops at a line without a voice', async () => {
  const lines: HarnessLine[] = numbered(10)
  lines[1] = { text: 'Line 1', skip: true }
  lines[4] = { text: 'Line 4', voice: { role: 'narration' } }
  const harness = createHarness(lines)
  harness.prefetcher.moveTo(0, 1)
  await harness.clock.advance(20_000)
  expect(harness.asked()).toEqual([2, 3])
})

test('does not count requests aborted by a jump as failures, and continues after the new line', async () => {
  const harness = createHarness(numbered(100))
  harness.clips.takes = 100
  harness.prefetcher.moveTo(0, 1)
  await harness.clock.advance(10)
  harness.prefetcher.moveTo(50, 1, 150)
  await harness.clock.advance(149)
  expect(harness.asked()).toEqual([1, 2, 3])
  expect(harness.clips.aborted).toEqual(['line-1', 'line-2', 'line-3'])
  await harness.clock.advance(10_000)
  expect(harness.asked()).toHaveLength(3 + MOST_LINES_AHEAD)
})

test('does not request a failed line again until the listener moves on', async () => {
  const harness = createHarness(numbered(5))
  harness.clips.fail = ({ lineId }) => (lineId === 'line-1' ? new Error('no') : undefined)
  harness.prefetcher.moveTo(0, 1)
  await harness.clock.advance(20_000)
  expect(harness.asked().filter((line) => line === 1)).toHaveLength(1)
})
