import { expect, test } from 'vitest'
import { createHarness, numbered, played } from '../testing/player-harness.ts'

test('product §4 moving by act, scene or line first stops playback and sets the line', async () => {
  for (const unit of ['act', 'scene', 'line'] as const) {
    const harness = await played(numbered(60), 500)
    harness.player.move(unit, 'next')
    expect(harness.state()).toBe('stopped')
    expect(harness.output.audible()).toEqual([])
    expect(harness.line()).toBe(unit === 'line' ? 1 : 30)
  }
})

test('product §5 next past the last line and previous before 0 are ignored', async () => {
  const harness = createHarness(numbered(2))
  harness.player.goToLine(1)
  const before = harness.player.getSnapshot()
  harness.player.move('line', 'next')
  expect(harness.player.getSnapshot()).toBe(before)
  harness.player.goToLine(0)
  harness.player.move('line', 'previous')
  harness.player.move('act', 'previous')
  expect(harness.line()).toBe(0)
})

test('product §2 pages are turned only while nothing plays', async () => {
  const harness = createHarness(numbered(60))
  harness.player.goToPage(1)
  expect(harness.page()).toBe(1)
  expect(harness.line()).toBe(20)
  harness.player.play()
  await harness.clock.advance(200)
  harness.player.goToPage(2)
  expect(harness.page()).toBe(1)
  harness.player.stop()
  harness.player.goToPage(7)
  expect(harness.page()).toBe(1)
})

test('1,000 quick jumps play the last one only, with at most 5 concurrent requests', async () => {
  const harness = createHarness(numbered(1_001))
  for (let click = 1; click <= 1_000; click += 1) {
    harness.player.jump(click)
    if (click % 10 === 0) await harness.clock.advance(1)
  }
  await harness.clock.advance(100)
  expect(harness.output.started.map(({ text }) => text)).toEqual(['Line 1000'])
  expect(harness.clips.most).toBeLessThanOrEqual(5)
})

test('product §4 a step of the media keys leads to a line that is read aloud, also backwards', () => {
  const harness = createHarness(numbered(9).map((line, index) => ({ ...line, skip: index % 3 !== 0 })))
  harness.player.goToLine(6)
  harness.player.moveSpoken('previous')
  expect(harness.line()).toBe(3)
  harness.player.moveSpoken('previous')
  expect(harness.line()).toBe(0)
  harness.player.moveSpoken('previous')
  expect(harness.line()).toBe(0)
  harness.player.goToLine(6)
  harness.player.moveSpoken('next')
  expect(harness.line()).toBe(6)
})

test('product §4 while playing the page follows the line, not in the first 100 ms after playback starts', async () => {
  const harness = createHarness(numbered(60))
  harness.player.restore(0)
  harness.player.jump(45)
  await harness.clock.advance(10)
  expect(harness.state()).toBe('playing')
  await harness.clock.advance(99)
  expect(harness.page()).toBe(0)
  await harness.clock.advance(2)
  expect(harness.page()).toBe(2)
})

const at = (line: number, positionMs: number) => ({ line, positionMs, durationMs: 2_000 })

async function playing(line: number) {
  const harness = createHarness(numbered(60))
  harness.player.jump(line)
  await harness.clock.advance(200)
  return harness
}

test('product §4: a seek during playback continues at that point of the line', async () => {
  const harness = await playing(3)
  harness.player.seek(at(4, 1_500))
  await harness.until(() => harness.state() === 'playing')
  expect(harness.output.audible()).toEqual(['Line 4'])
  expect(harness.output.started.findLast(({ text }) => text === 'Line 4')).toMatchObject({ offsetMs: 1_500 })
})

test('within the line that sounds it needs no new request', async () => {
  const harness = await playing(3)
  const asked = harness.clips.asked.filter(({ lineId }) => lineId === 'line-3').length
  harness.player.seek(at(3, 1_000))
  await harness.clock.advance(20)
  expect(harness.output.audible()).toEqual(['Line 3'])
  expect(harness.clips.asked.filter(({ lineId }) => lineId === 'line-3')).toHaveLength(asked)
})

test('while it is paused, it is paused at that point, and play resumes there', async () => {
  const harness = await playing(3)
  harness.player.pause()
  harness.player.seek(at(25, 700))
  expect(harness.player.getSnapshot()).toMatchObject({ state: 'paused', line: 25, page: 1 })
  expect(harness.player.position()).toEqual(at(25, 700))
  expect(harness.output.audible()).toEqual([])
  harness.player.play()
  await harness.clock.advance(100)
  expect(harness.output.started.find(({ text }) => text === 'Line 25')).toMatchObject({ offsetMs: 700 })
})

test('several seeks in a row count from each other, though nothing was heard between them', async () => {
  const harness = await playing(3)
  harness.player.seek(at(5, 100))
  expect(harness.player.position()).toEqual(at(5, 100))
  harness.player.seek(at(6, 100))
  expect(harness.player.position()).toEqual(at(6, 100))
})

test('to the end of the last line while it plays, the reading is complete', async () => {
  const harness = await playing(58)
  harness.player.seek(at(59, 2_000))
  await harness.until(() => harness.player.getSnapshot().isAtEnd)
  expect(harness.player.getSnapshot().completions).toBe(1)
})

test('an estimated point behind the end of the real clip continues with the next line', async () => {
  const harness = await playing(3)
  harness.player.seek({ line: 7, positionMs: 9_000, durationMs: 12_000 })
  await harness.until(() => harness.state() === 'playing')
  expect(harness.output.audible()).toEqual(['Line 8'])
})

test('a line out of range is ignored', async () => {
  const harness = await playing(3)
  const before = harness.player.getSnapshot()
  harness.player.seek(at(60, 0))
  harness.player.seek(at(-1, 0))
  expect(harness.player.getSnapshot()).toBe(before)
})
