import { expect, test } from 'vitest'
import { ClipError } from '../errors.ts'
import { createHarness, numbered, type Harness } from '../testing/player-harness.ts'

/** Plays from a line of the first page. */
async function playing(line: number) {
  const harness = createHarness(numbered(60))
  harness.player.jump(line)
  await harness.clock.advance(200)
  return harness
}
const shown = ({ player }: Harness) => player.getSnapshot()

test('product §4 the next page does not replace what the user scrolled to, until they follow again', async () => {
  const harness = await playing(18)
  harness.player.scrolled()
  await harness.until(() => harness.line() === 22)
  expect(harness.page()).toBe(0)
  harness.player.follow()
  expect(harness.page()).toBe(1)
  await harness.until(() => harness.line() === 41)
  expect(harness.page()).toBe(2)
})

test('product §4 play follows again; pause and a new speed do not', async () => {
  const harness = await playing(18)
  const { player } = harness
  player.scrolled()
  player.pause()
  expect(shown(harness).isFollowing).toBe(false)
  player.play()
  expect(shown(harness).isFollowing).toBe(true)
  player.scrolled()
  player.setRate(2)
  await harness.clock.advance(100)
  expect(shown(harness).isFollowing).toBe(false)
})

test('a match shown during playback stays visible; without playback, scrolling does not end following', async () => {
  const harness = await playing(18)
  harness.player.show(45)
  await harness.until(() => harness.line() === 20)
  expect(harness.page()).toBe(2)
  const still = createHarness(numbered(60))
  still.player.scrolled()
  expect(shown(still).isFollowing).toBe(true)
})

test('product §2 a jump to a distant line offers the way back, which continues playback there', async () => {
  const harness = await playing(3)
  harness.player.jump(40)
  await harness.clock.advance(100)
  expect(shown(harness).wayBack).toMatchObject({ line: 3, was: 'playing' })
  harness.player.goBack()
  await harness.clock.advance(100)
  expect(harness.output.audible()).toEqual(['Line 3'])
  expect(shown(harness)).toMatchObject({ wayBack: null, page: 0 })
})

test('product §2 successive moves share one way back; short moves have none', async () => {
  const harness = await playing(3)
  harness.player.jump(8)
  expect(shown(harness).wayBack).toBeNull()
  harness.player.jump(20)
  harness.player.jump(58)
  expect(shown(harness).wayBack).toMatchObject({ line: 8, isOffered: true })
  harness.player.jump(9)
  expect(shown(harness).wayBack).toBeNull()
})

test.each(['stopped', 'paused'] as const)(
  'product §2 when playback was %s, the way back works after its offer ends, until playback starts',
  async (was) => {
    const harness = await playing(33)
    if (was === 'paused') harness.player.pause()
    else harness.player.stop()
    const held = harness.player.position()
    harness.player.goToLine(0)
    expect(shown(harness).wayBack?.isOffered).toBe(was === 'paused')
    harness.player.forgetWayBack()
    await harness.clock.advance(60_000)
    harness.player.goBack()
    expect(shown(harness)).toMatchObject({ state: was, line: 33, page: 1, wayBack: null })
    expect(harness.player.position()).toEqual(held)
    harness.player.goToLine(0)
    harness.player.forgetWayBack()
    harness.player.play()
    await harness.clock.advance(200)
    expect(shown(harness).wayBack).toBeNull()
  },
)

test('product §4 at the end, play restarts at the first line, unless the user moved', async () => {
  const harness = createHarness(numbered(30))
  harness.player.jump(29)
  await harness.until(() => shown(harness).isAtEnd)
  harness.player.play()
  await harness.clock.advance(200)
  expect(harness.output.audible()).toEqual(['Line 0'])
  harness.player.goToLine(29)
  harness.player.play()
  await harness.clock.advance(200)
  expect(harness.output.audible()).toEqual(['Line 29'])
})

test.each([
  ['stops', new ClipError('No.', 422)],
  ['is held', new ClipError('Network error.', 0, { away: 'offline' })],
])('product §4 when playback %s, what the user scrolled to stays visible', async (_how, error) => {
  const harness = await playing(18)
  harness.player.scrolled()
  harness.clips.fail = () => error
  await harness.until(() => harness.error() !== null)
  expect(harness.line()).toBeGreaterThan(19)
  expect(harness.page()).toBe(0)
})
