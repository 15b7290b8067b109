import { expect, test } from 'vitest'
import { ClipError, type Away } from '../errors.ts'
import { createHarness, numbered, played, type Harness } from '../testing/player-harness.ts'

const away = (how: Away = 'offline') => new ClipError('Network error.', 0, { away: how })

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
    harness.clips.fail = () => undefined
    await harness.until(() => harness.player.getSnapshot().completions === 1)
    expect(harness.texts()).toEqual(numbered(6).map((line) => line.text))
    expect(harness.player.getSnapshot()).toMatchObject({ error: null, failedLines: new Set() })
  },
)

test('product §4 retries after 1, 2, 4, 8, then every 15 s, and stops after 5 minutes', async () => {
  const harness = createHarness(numbered(1))
  harness.clips.fail = () => away()
  harness.player.play()
  await harness.clock.advance(10 * 60_000)
  const times = harness.clips.asked.map(({ at }) => at)
  const delays = times.slice(1).map((time, index) => Math.round((time - times[index]!) / 1_000))
  expect(delays.slice(0, 6)).toEqual([1, 2, 4, 8, 15, 15])
  expect(times.at(-1)).toBeGreaterThan(5 * 60_000 - 15_000)
  expect(times.at(-1)).toBeLessThan(5 * 60_000 + 15_000)
  expect(harness.error()).toMatchObject({ kind: 'away', isWaiting: false })
  harness.clips.fail = () => undefined
  harness.player.online()
  await harness.clock.advance(60_000)
  expect(harness.player.getSnapshot()).toMatchObject({ state: 'paused', line: 0, error: null })
  expect(harness.output.started).toEqual([])
})

test('an outage shorter than the buffered audio causes neither a gap nor a message', async () => {
  const harness = createHarness(numbered(6, { text: 'Long 9000ms' }))
  const errors: unknown[] = []
  harness.player.subscribe(() => errors.push(harness.error()))
  harness.player.play()
  await harness.clock.advance(3_000)
  harness.sounds.retain([])
  harness.clips.fail = () => away()
  // The next line is scheduled 2.5 s before this one ends.
  await harness.clock.advance(4_500)
  harness.clips.fail = () => undefined
  await harness.until(() => harness.player.getSnapshot().completions === 1)
  const [first, second] = harness.output.heard()
  expect(second!.from - first!.to).toBe(350)
  expect(errors.filter((error) => error !== null)).toEqual([])
})

test("product §4 retries immediately on the browser's online event", async () => {
  const harness = createHarness(numbered(3))
  harness.clips.fail = () => away()
  harness.player.play()
  await harness.clock.advance(20_000)
  harness.player.online()
  await harness.clock.advance(20)
  harness.clips.fail = () => undefined
  // The delays start again at 1 s.
  await harness.clock.advance(1_020)
  expect(harness.output.audible()).toEqual(['Line 0'])
})

test.each<[string, (harness: Harness) => void]>([
  ['a pause', ({ player }) => player.pause()],
  ['stop', ({ player }) => player.stop()],
  ['another line', ({ player }) => player.goToLine(7)],
  ['closing the message', ({ player }) => player.clearError()],
  ['another sound', ({ focus }) => focus.take({ release: () => undefined })],
])('product §4 %s stops the retries', async (_what, end) => {
  const harness = createHarness(numbered(30))
  harness.clips.fail = () => away()
  harness.player.play()
  await harness.clock.advance(100)
  expect(harness.error()).toMatchObject({ kind: 'away' })
  end(harness)
  expect(harness.error()).toBeNull()
  harness.clips.fail = () => undefined
  harness.player.online()
  await harness.clock.advance(60_000)
  expect(harness.output.started).toEqual([])
})

test('a new speed neither stops nor restarts the retries, and the line plays at it', async () => {
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
  // The line is loading at the former speed.
  await harness.until(() => harness.clips.asked.length > asked)
  harness.player.setRate(2)
  await harness.until(() => harness.output.started.length > 0)
  expect(harness.output.started[0]).toMatchObject({ text: 'Line 0', rate: 2 })
  expect(new Set(held.slice(0, 2)), 'the message is unchanged').toEqual(new Set([message]))
})

test('product §4 play retries immediately, from the paused position', async () => {
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

test('three failed lines stop playback, also with an outage between them', async () => {
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
