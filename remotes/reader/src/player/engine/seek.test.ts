import { expect, test } from 'vitest'
import { createHarness, numbered } from '../testing/player-harness.ts'

const at = (line: number, positionMs: number) => ({ line, positionMs, durationMs: 2_000 })

async function playing(line: number) {
  const harness = createHarness(numbered(60))
  harness.player.jump(line)
  await harness.clock.advance(200)
  return harness
}

test('product §4: a seek while it plays goes on at that point of the line', async () => {
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

test('while it is paused, it is paused at that point, and play goes on there', async () => {
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

test('an estimated point behind the end of the real clip goes on with the next line', async () => {
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
