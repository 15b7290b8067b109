import { expect, test } from 'vitest'
import { createHarness, numbered, readingOf } from '../../player/testing/player-harness.ts'
import { line } from '../../testing/line.ts'
import type { HearItem } from './hear-items.ts'
import { createHearReading } from './hear-reading.ts'

const lines = Array.from({ length: 40 }, (_, index) => line(index, 'Action', `Line ${index}`))
const items: HearItem[] = [
  { kind: 'line', of: 'new', index: 3, place: 0 },
  { kind: 'line', of: 'new', index: 4, place: 0 },
  { kind: 'tone', place: 1 },
  { kind: 'line', of: 'new', index: 30, place: 1 },
  { kind: 'tone', place: 3 },
  { kind: 'line', of: 'old', index: 7, place: 3 },
  { kind: 'line', of: 'old', index: 8, place: 3 },
]
const reading = createHearReading(items, {
  new: { lines, reading: readingOf(numbered(40)) },
  old: { lines, reading: readingOf(numbered(40, { voice: 'other' })) },
})
const harness = () => {
  const world = createHarness(numbered(40))
  world.clips.content = ({ text, lineId }) => (lineId === '~tone' ? 'Tone 400ms' : text)
  world.player.setReading(reading)
  return world
}

test.each([1, 2])(
  'product §16: a tone is heard between two changes, never within a line, at %f×',
  async (rate) => {
    const world = harness()
    world.player.setRate(rate)
    await world.playToEnd()
    const heard = world.output.heard()
    expect(heard.map(({ text }) => text)).toEqual([
      'Line 3',
      'Line 4',
      'Tone 400ms',
      'Line 30',
      'Tone 400ms',
      'Line 7',
      'Line 8',
    ])
    for (const [index, one] of heard.slice(1).entries()) expect(one.from).toBeGreaterThan(heard[index]!.to)
  },
)

test('product §16: clips are loaded in the order of the changes, not of the script', async () => {
  const world = harness()
  world.player.play()
  await world.clock.advance(1_000)
  expect(world.clips.asked.map(({ lineId }) => lineId)).toEqual([
    'line-3',
    'line-4',
    '~tone',
    'line-30',
    'line-7',
    'line-8',
  ])
  expect(world.saved.every((index) => index < items.length)).toBe(true)
})

const move = (index: number, direction: 'next' | 'previous') => reading.move('line', index, direction)
test('moves from change to change, first to the start of the own one', () => {
  expect(move(0, 'next')).toBe(3)
  expect(move(3, 'next')).toBe(5)
  expect(move(6, 'next')).toBeUndefined()
  expect(move(6, 'previous')).toBe(5)
  expect(move(5, 'previous')).toBe(3)
  expect(move(0, 'previous')).toBeUndefined()
})
