import { beforeEach, expect, test } from 'vitest'
import { ClipError } from '../errors.ts'
import type { BegunClip } from '../ports.ts'
import { createHarness, numbered } from '../testing/player-harness.ts'

let world: ReturnType<typeof createHarness>
const heard = () => world.output.heard().map(({ text, from }) => [text, from] as const)

beforeEach(() => {
  world = createHarness(numbered(4, { unmade: true }))
  world.clips.takes = 1_500
  world.clips.headsTake = [300]
})

test('product §4: a line that has to be made sounds as soon as its head is there', async () => {
  world.player.play()
  await world.until(() => world.output.started.length > 0)
  expect(world.clock.now()).toBeLessThan(400)
  await world.until(() => world.state() === 'playing')
  expect(world.clock.now()).toBeLessThan(400)
})

test('product §4: what is prepared ahead is asked for with the moment at which it is due', async () => {
  const due = new Map<string, number>()
  const { fetch } = world.clips
  world.clips.fetch = (request, signal, options) => {
    due.set(request.lineId, options!.hearing!.dueAt)
    return fetch(request, signal, options)
  }
  const playedAt = world.clock.now()
  world.player.play()
  await world.until(() => world.output.started.length === 3)
  const [first, ...next] = ['line-0', 'line-1', 'line-2'].map((line) => due.get(line)!)
  expect(first).toBe(playedAt)
  // What is not there yet is taken to be as long as its text says.
  const estimate = 'Line 0'.length * 60
  expect(next).toEqual([playedAt + estimate, playedAt + 2 * estimate])
})

test('product §4: a line that is not whole when it is due begins with its head', async () => {
  world.clips.takes = ({ lineId }) => (lineId === 'line-1' ? 60_000 : 10)
  world.clips.headsTake = [20]
  world.player.play()
  await world.until(() => world.line() === 1 && world.state() === 'playing')
  expect(world.clock.now()).toBeLessThan(10_000)
})

test('product §4: a line whose rest fails counts as failed, and the next one is read', async () => {
  world.clips.fail = ({ lineId }) => (lineId === 'line-0' ? new ClipError('no', 500) : undefined)
  world.player.play()
  await world.until(() => world.line() === 1 && world.state() === 'playing')
  expect(world.player.getSnapshot().failedLines).toEqual(new Set([0]))
})

test('product §4: a line whose rest is lost with the network is held, and read again from its start', async () => {
  let isAway = true
  world.clips.fail = ({ lineId }) =>
    isAway && lineId === 'line-0' ? new ClipError('no', 0, undefined, undefined, 'offline') : undefined
  world.player.play()
  await world.until(() => world.error()?.kind === 'away')
  expect(world.line()).toBe(0)
  isAway = false
  world.player.online()
  await world.until(() => world.line() === 1 && world.state() === 'playing')
  expect(heard().filter(([text]) => text === 'Line 0')).toHaveLength(2)
})

test('a head that is no sound is waited past: the whole is played', async () => {
  const { decodeBegun } = world.output
  world.output.decodeBegun = () => Promise.reject(new Error('no sound'))
  world.player.play()
  await world.until(() => world.state() === 'playing')
  expect(world.clock.now()).toBeGreaterThanOrEqual(1_500)
  world.output.decodeBegun = decodeBegun
})

test('each longer head is decoded with what follows it, and the next line waits for the whole', async () => {
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

test('a longer head that is no sound is waited past, too', async () => {
  world.clips.headsTake = [300, 600]
  let asked = 0
  world.clips.content = ({ text, lineId }) => (lineId === 'line-0' && (asked += 1) === 2 ? 'corrupt' : text)
  world.player.play()
  await world.until(() => world.line() === 1)
  expect(heard()[0]).toEqual(['Line 0', expect.closeTo(300, -2)])
  expect(world.player.getSnapshot().failedLines).toEqual(new Set())
})

test('pausing in a head keeps the place, and playing on begins there', async () => {
  world.player.play()
  await world.until(() => world.state() === 'playing')
  await world.clock.advance(500)
  world.player.pause()
  await world.clock.advance(3_000)
  world.player.play()
  await world.until(() => world.state() === 'playing')
  const again = world.output.started.findLast(({ text }) => text === 'Line 0')
  expect(again!.startsAt).toBeGreaterThan(3_000)
  expect(again!.offsetMs).toBeGreaterThan(400)
})

test('after a rest that came late the place is where the words are, also for a pause', async () => {
  world.output.late = [{ startsAt: 1_600, offsetMs: 900 }]
  world.player.play()
  await world.until(() => world.clock.now() >= 1_800)
  expect(world.player.position()?.positionMs).toBeCloseTo(1_100, -1)
  world.player.pause()
  world.player.play()
  await world.until(() => world.output.started.length > 2)
  const again = world.output.started.findLast(({ text }) => text === 'Line 0')
  expect(again!.offsetMs).toBeLessThan(1_200)
})

test('a whole clip that cannot be decoded is requested again, and the line continues', async () => {
  let asked = 0
  world.clips.content = ({ text, lineId }) => {
    if (lineId !== 'line-0') return text
    asked += 1
    // Head, whole, whole once more.
    return asked === 2 ? 'corrupt' : text
  }
  world.player.play()
  await world.until(() => world.line() === 1)
  expect(world.clips.discarded).toEqual(['line-0'])
  expect(world.player.getSnapshot().failedLines).toEqual(new Set())
})
