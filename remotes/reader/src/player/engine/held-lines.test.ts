import { expect, test } from 'vitest'
import { ClipError, type Away } from '../errors.ts'
import { createHarness, numbered, readingOf, played } from '../testing/player-harness.ts'
import { createRunWorld } from '../testing/run-world.ts'
import type { PlayerEvent } from './events.ts'
import { initialState } from './state.ts'

const away = (how: Away = 'offline') => new ClipError('Network error.', 0, undefined, undefined, how)

test.each([
  ['offline', "You're offline. Paused at line 3."],
  ['unreachable', 'And Scene cannot be reached. Paused at line 3.'],
  ['server', 'And Scene is not responding. Paused at line 3.'],
] as const)(
  'product §4 while the backend is unavailable (%s) the line is held, and the message names the outage',
  async (how, text) => {
    const harness = createHarness(numbered(6))
    harness.clips.fail = ({ lineId }) => (Number(lineId.slice(5)) >= 2 ? away(how) : undefined)
    harness.player.play()
    await harness.until(() => harness.error() !== null)
    expect(harness.texts()).toEqual(['Line 0', 'Line 1'])
    expect(harness.player.getSnapshot()).toMatchObject({ state: 'paused', line: 2, error: { text } })
    expect(harness.player.getSnapshot().failedLines.size).toBe(0)
    harness.clips.fail = () => undefined
    await harness.until(() => harness.player.getSnapshot().completions === 1)
    expect(harness.texts()).toEqual(numbered(6).map((line) => line.text))
    expect(harness.error()).toBeNull()
  },
)

test('a loss shorter than what is at hand is not heard, nor said', async () => {
  const harness = createHarness(numbered(6, { text: 'Long 9000ms' }))
  const errors: unknown[] = []
  harness.player.subscribe(() => errors.push(harness.error()))
  harness.player.play()
  await harness.clock.advance(3_000)
  harness.sounds.retain([])
  harness.clips.fail = () => away()
  // The next line is asked for 2.5 s before this one ends.
  await harness.clock.advance(4_500)
  harness.clips.fail = () => undefined
  await harness.until(() => harness.player.getSnapshot().completions === 1)
  const heard = harness.output.heard()
  expect(heard).toHaveLength(6)
  expect(heard[1]!.from - heard[0]!.to).toBe(350)
  expect(errors.filter((error) => error !== null)).toEqual([])
})

test('an online event of the browser requests the line immediately', async () => {
  const harness = createHarness(numbered(3))
  harness.clips.fail = () => away()
  harness.player.play()
  await harness.clock.advance(20_000)
  harness.clips.fail = () => undefined
  harness.player.online()
  await harness.clock.advance(20)
  expect(harness.output.audible()).toEqual(['Line 0'])
})

test('a pause, stop, another line or dismissing the message ends the waiting', async () => {
  const { clock, ...harness } = createHarness(numbered(30))
  harness.clips.fail = () => away()
  const ends = [
    () => harness.player.pause(),
    () => harness.player.stop(),
    () => harness.player.goToLine(7),
    () => harness.player.clearError(),
  ]
  for (const end of ends) {
    harness.clips.fail = () => away()
    harness.player.play()
    await clock.advance(100)
    expect(harness.error()).toMatchObject({ kind: 'away' })
    end()
    expect(harness.error()).toBeNull()
    harness.clips.fail = () => undefined
    harness.player.online()
    await clock.advance(60_000)
    expect(harness.output.started).toEqual([])
  }
})

test('a speed chosen meanwhile neither ends nor restarts the waiting, and the line sounds at it', async () => {
  const harness = createHarness(numbered(3))
  const held: unknown[] = []
  harness.clips.fail = () => away()
  harness.clips.takes = 500
  harness.player.play()
  await harness.clock.advance(5_000)
  harness.player.subscribe(() => held.push(harness.error()))
  const message = harness.error()
  const asked = harness.clips.asked.length
  harness.player.setRate(1.5)
  expect(harness.clips.asked).toHaveLength(asked)
  harness.clips.fail = () => undefined
  // Loading already, for the speed before.
  await harness.until(() => harness.clips.asked.length > asked)
  harness.player.setRate(2)
  await harness.until(() => harness.output.started.length > 0)
  expect(harness.output.started[0]).toMatchObject({ text: 'Line 0', rate: 2 })
  expect(new Set(held.slice(0, 2)), 'the message stands still').toEqual(new Set([message]))
})

test('play tries immediately, and from the point at which the line was paused', async () => {
  const harness = await played(numbered(3), 10 + 700)
  harness.player.pause()
  harness.sounds.retain([])
  harness.clips.fail = () => away()
  harness.player.play()
  await harness.clock.advance(5_000)
  expect(harness.player.position()).toMatchObject({ line: 0, positionMs: 700 })
  harness.clips.fail = () => undefined
  harness.player.play()
  await harness.clock.advance(20)
  const again = harness.output.started.filter(({ text }) => text === 'Line 0')
  expect(again.map(({ offsetMs }) => offsetMs)).toEqual([0, 700])
})

test('a sound elsewhere ends the waiting: two would be heard together', async () => {
  const harness = createHarness(numbered(3))
  harness.clips.fail = () => away()
  harness.player.play()
  await harness.clock.advance(100)
  harness.focus.take({ release: () => undefined })
  harness.clips.fail = () => undefined
  harness.player.online()
  await harness.clock.advance(60_000)
  expect(harness.output.started).toEqual([])
  expect(harness.error()).toBeNull()
})

test('three lines that the server refuses stop playback though the network was lost between them', async () => {
  const harness = createHarness(numbered(8))
  let lost = 0
  harness.clips.fail = ({ lineId }) => {
    if (lineId !== 'line-3' || lost > 1) return new ClipError('No.', 422)
    lost += 1
    return away()
  }
  harness.player.jump(2)
  await harness.until(() => harness.state() === 'stopped')
  expect(harness.error()).toMatchObject({ kind: 'failed', line: 2 })
  expect([...harness.player.getSnapshot().failedLines]).toEqual([2, 3, 4])
})

test('a held line that has come is shown as held until it sounds, though the network is back', () => {
  const world = createRunWorld(initialState(readingOf(numbered(1)), 1))
  const failure = { text: 'Network error.', away: 'offline' as const, isUsedUp: false }
  const events: PlayerEvent[] = [
    { type: 'play', at: 0 },
    { type: 'failed', run: 1, line: 0, failure, at: 0 },
    { type: 'allowed', run: 1, at: 0 },
    { type: 'reload-due', at: 0 },
    { type: 'loaded', run: 1, line: 0, durationMs: 1_000, at: 0 },
  ]
  for (const event of events) world.take(event)
  const before = world.state
  expect(before.shown).toMatchObject({ state: 'paused', error: { kind: 'away' } })
  world.take({ type: 'online', at: 0 })
  expect(world.state).toBe(before)
  const heard = { line: 0, startsAt: 0, offsetMs: 0, durationMs: 1_000, rate: 1 }
  world.take({ type: 'audible', run: 1, heard, at: 100 })
  expect(world.state.shown).toMatchObject({ state: 'playing', error: null })
})
