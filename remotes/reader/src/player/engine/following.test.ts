import { expect, test } from 'vitest'
import { createHarness, numbered } from '../testing/player-harness.ts'

/** Plays from a line of the first page. */
async function playing(line: number) {
  const harness = createHarness(numbered(60))
  harness.player.jump(line)
  await harness.clock.advance(200)
  return harness
}
const isFollowing = ({ player }: ReturnType<typeof createHarness>) => player.getSnapshot().isFollowing

test('product §4 what the person has scrolled to is not swapped for the next page', async () => {
  const harness = await playing(18)
  harness.player.scrolled()
  await harness.until(() => harness.line() === 22)
  expect(harness.page()).toBe(0)
  harness.player.follow()
  expect(harness.page()).toBe(1)
  await harness.until(() => harness.line() === 41)
  expect(harness.page()).toBe(2)
})

test('product §4 pressing play follows again; resuming after a network outage does not', async () => {
  const harness = await playing(18)
  harness.player.scrolled()
  harness.player.pause()
  expect(isFollowing(harness)).toBe(false)
  harness.player.play()
  expect(isFollowing(harness)).toBe(true)
  harness.player.scrolled()
  harness.player.setRate(2)
  await harness.clock.advance(100)
  expect(isFollowing(harness)).toBe(false)
})

test('where nothing plays there is nothing to follow', () => {
  const harness = createHarness(numbered(60))
  harness.player.scrolled()
  expect(isFollowing(harness)).toBe(true)
})

test('a match that is shown while it plays stays on show', async () => {
  const harness = await playing(18)
  harness.player.show(45)
  await harness.until(() => harness.line() === 20)
  expect(harness.page()).toBe(2)
})

test.each([
  ['a line far away', () => 40, (line: number) => line],
  ['another act', () => 30, () => 30],
])('a jump to %s offers the way back, and that plays on from there', async (_what, to) => {
  const harness = await playing(3)
  harness.player.jump(to())
  await harness.clock.advance(100)
  expect(harness.player.getSnapshot().wayBack).toMatchObject({ line: 3, was: 'playing' })
  harness.player.goBack()
  await harness.clock.advance(100)
  expect(harness.output.audible()).toEqual(['Line 3'])
  expect(harness.player.getSnapshot()).toMatchObject({ wayBack: null, page: 0 })
})

test('what was paused is paused again at the same point', async () => {
  const harness = await playing(3)
  const held = harness.player.position()
  harness.player.pause()
  harness.player.move('act', 'next')
  expect(harness.line()).toBe(30)
  harness.player.goBack()
  expect(harness.player.getSnapshot()).toMatchObject({ state: 'paused', line: 3, page: 0 })
  expect(harness.player.position()).toEqual(held)
})

test('moves that follow each other have one way back, to where the first began', async () => {
  const harness = await playing(3)
  harness.player.goToPage(2)
  harness.player.pause()
  harness.player.goToPage(2)
  harness.player.jump(12)
  harness.player.jump(58)
  expect(harness.player.getSnapshot().wayBack).toMatchObject({ line: 3 })
  harness.player.jump(4)
  expect(harness.player.getSnapshot().wayBack).toBeNull()
})

test('a few lines need no way back, and a move while nothing is heard offers none', async () => {
  const harness = await playing(3)
  harness.player.jump(8)
  expect(harness.player.getSnapshot().wayBack).toBeNull()
  harness.player.stop()
  harness.player.jump(40)
  expect(harness.player.getSnapshot().wayBack).toMatchObject({ line: 8, isOffered: false })
  await harness.clock.advance(100)
  expect(harness.player.getSnapshot().wayBack).toBeNull()
})

test.each([
  ['was stopped', (harness: ReturnType<typeof createHarness>) => harness.player.stop(), 'stopped'],
  ['was paused', (harness: ReturnType<typeof createHarness>) => harness.player.pause(), 'paused'],
] as const)(
  'when playback %s, the way back from the first line leads there at any time',
  async (_how, end, was) => {
    const harness = await playing(33)
    end(harness)
    harness.player.goToLine(0)
    harness.player.forgetWayBack()
    await harness.clock.advance(60_000)
    harness.player.goBack()
    expect(harness.player.getSnapshot()).toMatchObject({ state: was, line: 33, page: 1, wayBack: null })
  },
)

test('a way back that is no longer offered ends when something is heard', async () => {
  const harness = await playing(33)
  harness.player.goToLine(0)
  harness.player.forgetWayBack()
  expect(harness.player.getSnapshot().wayBack).toMatchObject({ line: 33, isOffered: false })
  harness.player.play()
  await harness.clock.advance(200)
  expect(harness.player.getSnapshot().wayBack).toBeNull()
})

test('at the end play starts again from the first line; a move there does not', async () => {
  const harness = createHarness(numbered(30))
  harness.player.jump(29)
  await harness.until(() => harness.state() === 'stopped')
  expect(harness.player.getSnapshot().isAtEnd).toBe(true)
  harness.player.play()
  await harness.clock.advance(200)
  expect(harness.output.audible()).toEqual(['Line 0'])
  harness.player.goToLine(29)
  harness.player.play()
  await harness.clock.advance(200)
  expect(harness.output.audible()).toEqual(['Line 29'])
})
