import { beforeEach, expect, test } from 'vitest'
import { ClipError } from '../errors.ts'
import { createHarness, numbered, type Harness } from '../testing/player-harness.ts'

let world: Harness
const wait = () => world.player.getSnapshot().wait
/** Each reported change of the wait, with its time. */
const reported: [number, string | null][] = []

/** Creates a script with these load times by line. */
function open(takes: Record<number, number>, rest: Parameters<typeof numbered>[1] = {}) {
  world = createHarness(numbered(9, rest))
  world.clips.takes = ({ lineId }) => takes[Number(lineId.split('-')[1])] ?? 10
  let last: string | null = null
  world.player.subscribe(() => {
    if (wait() !== last) reported.push([world.clock.now(), wait()])
    last = wait()
  })
}
beforeEach(() => void reported.splice(0))

test.each([
  ['550 ms is not reported', 550, []],
  [
    'longer is reported after 600 ms, and again after 5 s',
    7_000,
    [
      [600, 'short'],
      [5_000, 'long'],
      [expect.closeTo(7_000, -2), null],
    ],
  ],
])('product §4: a first line that takes %s', async (_what, takes, reports) => {
  open({ 0: takes })
  world.player.play()
  await world.clock.advance(7_500)
  expect(reported).toEqual(reports)
})

test('product §4: reports a late line 600 ms after the last sound', async () => {
  open({ 1: 9_000 })
  world.player.play()
  await world.until(() => world.output.started.length > 0)
  const silentAt = world.output.started[0]!.endsAt
  await world.until(() => wait() === 'short')
  expect(world.line()).toBe(1)
  expect(world.clock.now()).toBeGreaterThanOrEqual(silentAt + 600)
  expect(world.clock.now()).toBeLessThan(silentAt + 640)
})

test('after a jump, counts from the last sound, also if another line is chosen meanwhile', async () => {
  open({ 4: 20_000, 6: 20_000 })
  world.player.play()
  await world.clock.advance(1_000)
  const silentAt = world.clock.now()
  world.player.jump(4)
  await world.clock.advance(400)
  world.player.jump(6)
  await world.clock.advance(6_000)
  expect(reported).toEqual([
    [silentAt + 600, 'short'],
    [silentAt + 5_000, 'long'],
  ])
})

test.each([
  ['pause', () => world.player.pause()],
  ['stop', () => world.player.stop()],
  ['a move', () => world.player.goToLine(3)],
])('%s ends the wait and its timers', async (_what, act) => {
  open({ 0: 20_000 })
  world.player.play()
  await world.clock.advance(700)
  expect(wait()).toBe('short')
  act()
  expect(wait()).toBeNull()
  await world.clock.advance(10_000)
  expect(reported).toHaveLength(2)
})

test('reports no wait for a held line, which has its own message', async () => {
  open({})
  world.clips.fail = () => new ClipError('Network error.', 0, { away: 'offline' })
  world.player.play()
  await world.until(() => world.state() === 'paused')
  await world.clock.advance(3_000)
  expect(reported).toEqual([])
})

/** A first line of 6 s, of which 1 s is loaded early and the rest late. */
function openBegun(takes: number) {
  open({ 0: takes }, { unmade: true, text: 'Words 6000ms' })
  world.clips.headsTake = [100]
  world.clips.wholeMs = 6_000
  world.output.headMs = 1_000
}

test('product §4: reports a late rest of an audible line, whose position stays at the end of the sound', async () => {
  openBegun(4_000)
  world.player.play()
  await world.until(() => world.state() === 'playing')
  const startsAt = world.output.started[0]!.startsAt
  world.output.late = [{ startsAt: 4_000, offsetMs: 980 }]
  await world.until(() => world.state() === 'loading')
  expect(world.clock.now()).toBeCloseTo(startsAt + 1_000, -2)
  expect(world.line()).toBe(0)
  await world.clock.advance(1_500)
  expect(wait()).toBe('short')
  expect(world.player.position()?.positionMs).toBeCloseTo(1_000, -2)
  await world.until(() => world.state() === 'playing')
  expect(wait()).toBeNull()
  expect(world.clock.now()).toBeCloseTo(4_000, -2)
  expect(world.player.position()?.positionMs).toBeCloseTo(980, -2)
  expect(reported.map(([, what]) => what)).toEqual(['short', null])
})

test('product §4 pausing while the rest is late keeps the position', async () => {
  openBegun(60_000)
  world.player.play()
  await world.until(() => wait() === 'short')
  world.player.pause()
  expect(world.player.position()?.positionMs).toBeCloseTo(1_000, -2)
})

test('product §4 skips a line whose rest fails during the silence', async () => {
  openBegun(3_000)
  world.clips.fail = ({ lineId }) => (lineId === 'line-0' ? new ClipError('no', 500) : undefined)
  world.player.play()
  await world.until(() => world.line() === 1 && world.state() === 'playing')
  expect([...world.player.getSnapshot().failedLines]).toEqual([0])
})
