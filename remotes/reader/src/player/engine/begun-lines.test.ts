import { beforeEach, expect, test } from 'vitest'
import { ClipError } from '../errors.ts'
import type { BegunClip, Due } from '../ports.ts'
import { createHarness, numbered, type Harness } from '../testing/player-harness.ts'

let world: Harness
const heard = () => world.output.heard().map(({ text, from }) => [text, from] as const)

beforeEach(() => {
  world = createHarness(numbered(4, { unmade: true }))
  world.clips.takes = 1_500
  world.clips.headsTake = [300]
})

test('product §4: a line without a clip starts as soon as its head is loaded', async () => {
  world.player.play()
  await world.until(() => world.output.started.length > 0)
  expect(world.clock.now()).toBeLessThan(400)
  await world.until(() => world.state() === 'playing')
  expect(world.clock.now()).toBeLessThan(400)
})

/** When each clip is due, as sent to the backend; the last request of a line counts. */
function watchDue() {
  const due = new Map<string, Due>()
  const { fetch } = world.clips
  world.clips.fetch = (request, signal, options) => {
    const { dueAt, rate } = options!.hearing!
    due.set(request.lineId, { dueAt, rate })
    return fetch(request, signal, options)
  }
  return due
}

test('product §4 prefetch requests include the time at which the line is due, and the speed', async () => {
  const due = watchDue()
  const playedAt = world.clock.now()
  world.player.setRate(1.5)
  world.player.play()
  await world.until(() => world.output.started.length === 3)
  // Lengths of missing clips are estimated from their text.
  const estimate = ('Line 0'.length * 60) / 1.5
  const [first, ...next] = ['line-0', 'line-1', 'line-2'].map((line) => due.get(line)!)
  expect(first).toEqual({ dueAt: playedAt, rate: 1.5 })
  expect(next.map(({ dueAt }) => dueAt)).toEqual([playedAt + estimate, playedAt + 2 * estimate])
})

test('product §4 a line that was not prefetched is requested with the end time of the current line', async () => {
  const due = watchDue()
  world.clips.headsTake = []
  const lost = new ClipError('No.', 0, { away: 'offline' })
  world.clips.fail = (_request, options) => (options?.isUrgent ? undefined : lost)
  world.player.play()
  await world.until(() => world.output.started.length === 2)
  const [first] = world.output.started
  expect(due.get('line-1')).toEqual({ dueAt: first!.endsAt, rate: 1 })
})

test('product §4: a line that is incomplete when it is due starts with its head', async () => {
  world.clips.takes = ({ lineId }) => (lineId === 'line-1' ? 60_000 : 10)
  world.clips.headsTake = [20]
  world.player.play()
  await world.until(() => world.line() === 1 && world.state() === 'playing')
  expect(world.clock.now()).toBeLessThan(10_000)
})

test('product §4: a line whose rest fails counts as failed, and the next line plays', async () => {
  world.clips.fail = ({ lineId }) => (lineId === 'line-0' ? new ClipError('no', 500) : undefined)
  world.player.play()
  await world.until(() => world.line() === 1 && world.state() === 'playing')
  expect(world.player.getSnapshot().failedLines).toEqual(new Set([0]))
})

test('product §4: a line whose rest is lost in an outage is held, and then plays from its start', async () => {
  let isAway = true
  world.clips.fail = ({ lineId }) =>
    isAway && lineId === 'line-0' ? new ClipError('no', 0, { away: 'offline' }) : undefined
  world.player.play()
  await world.until(() => world.error()?.kind === 'away')
  expect(world.line()).toBe(0)
  isAway = false
  world.player.online()
  await world.until(() => world.line() === 1 && world.state() === 'playing')
  expect(heard().filter(([text]) => text === 'Line 0')).toHaveLength(2)
})

test('each longer head is decoded, and the next line waits for the complete clip', async () => {
  world.clips.headsTake = [300, 600, 900]
  world.clips.takes = ({ lineId }) => (lineId === 'line-0' ? 1_500 : 10)
  const begun: BegunClip[] = []
  const { decodeBegun } = world.output
  world.output.decodeBegun = (clip) => {
    begun.push(clip)
    return decodeBegun(clip)
  }
  world.player.play()
  await world.clock.advance(1_400)
  expect(begun).toHaveLength(3)
  expect(world.output.started).toHaveLength(1)
  const longer = await begun[0]!.next
  expect(longer).toMatchObject({ next: begun[1]!.next })
  await world.until(() => world.output.started.length === 2)
  expect(heard().map(([text]) => text)).toEqual(['Line 0', 'Line 1'])
})

test('a longer head that cannot be decoded is skipped', async () => {
  world.clips.headsTake = [300, 600]
  let asked = 0
  world.clips.content = ({ text, lineId }) => (lineId === 'line-0' && (asked += 1) === 2 ? 'corrupt' : text)
  world.player.play()
  await world.until(() => world.line() === 1)
  expect(heard()[0]).toEqual(['Line 0', expect.closeTo(300, -2)])
  expect(world.player.getSnapshot().failedLines).toEqual(new Set())
})

test.each([
  ['a first head', 1, []],
  ['a whole clip', 2, ['line-0']],
])('%s that cannot be decoded does not lose the line', async (_what, broken, discarded) => {
  let asked = 0
  world.clips.content = ({ text, lineId }) =>
    lineId === 'line-0' && (asked += 1) === broken ? 'corrupt' : text
  world.player.play()
  await world.until(() => world.line() === 1)
  expect(world.clips.discarded).toEqual(discarded)
  expect(heard()[0]?.[0]).toBe('Line 0')
  expect(world.player.getSnapshot().failedLines).toEqual(new Set())
})

test('product §4 pausing in a head keeps the position, and play resumes there', async () => {
  world.player.play()
  await world.until(() => world.state() === 'playing')
  await world.clock.advance(500)
  world.player.pause()
  await world.clock.advance(3_000)
  world.player.play()
  await world.until(() => world.state() === 'playing')
  expect(world.output.started.findLast(({ text }) => text === 'Line 0')!.offsetMs).toBeGreaterThan(400)
})
