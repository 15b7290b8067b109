import { expect, test } from 'vitest'
import { gapAtRate, gapBetween } from '@andscene/screenplay/timing/line-gaps'
import { CLIP_MS, createHarness, numbered, played, type Harness } from '../testing/player-harness.ts'

const lastStart = (harness: Harness, text: string) =>
  harness.output.started.findLast((one) => one.text === text)
const GAP = gapBetween({ type: 'Action' }, { type: 'Action' })

test.each([1, 2])(
  'does not stall over 300 short lines that take 400 ms each to load, without a cache, at %f×',
  async (rate) => {
    const harness = createHarness(numbered(300).map(({ text }) => ({ text: `${text} 800ms` })))
    harness.clips.takes = 400
    harness.player.setRate(rate)
    const states: string[] = []
    harness.player.subscribe(() => states.push(harness.state()))
    harness.player.play()
    await harness.until(() => harness.state() === 'stopped', 400_000)
    expect(states.lastIndexOf('loading')).toBeLessThan(states.indexOf('playing'))
    const heard = harness.output.heard()
    expect(heard).toHaveLength(300)
    for (const [index, one] of heard.slice(1).entries())
      expect(one.from - heard[index]!.to).toBeCloseTo(gapAtRate(GAP, rate), 6)
  },
)

test('a change of speed continues at the same position, counted at 1×, and shortens the pauses', async () => {
  const harness = await played(numbered(3), 10 + 1_000)
  harness.player.setRate(2)
  await harness.clock.advance(250)
  expect(lastStart(harness, 'Line 0')).toMatchObject({ startsAt: 1_010, offsetMs: 1_000, rate: 2 })
  expect(harness.output.audible()).toEqual(['Line 0'])
  expect(harness.player.position()).toEqual({ line: 0, positionMs: 1_500, durationMs: CLIP_MS })
  await harness.until(() => harness.state() === 'stopped')
  const [, second, third, fourth] = harness.output.heard()
  expect(second!.to - second!.from).toBeCloseTo(500)
  expect(third!.from - second!.to).toBeCloseTo(gapAtRate(GAP, 2))
  expect(fourth!.to - fourth!.from).toBeCloseTo(CLIP_MS / 2)
})

test('a line that starts while another speed is prepared continues without a restart', async () => {
  const harness = await played(numbered(4), 10 + CLIP_MS + GAP - 20)
  const { prepare } = harness.output
  harness.output.prepare = async (sound, rate) => {
    await new Promise<void>((resolve) => harness.clock.setTimeout(resolve, 50))
    await prepare(sound, rate)
  }
  harness.player.setRate(2)
  await harness.clock.advance(200)
  expect(lastStart(harness, 'Line 1')).toMatchObject({ offsetMs: 80, rate: 2 })
})

test('product §12 a casting changed during playback applies from the next line on', async () => {
  const harness = await played(numbered(6), 500)
  harness.setLines(numbered(6, { voice: 'other' }))
  await harness.clock.advance(0)
  expect(harness.output.audible()).toEqual(['Line 0'])
  await harness.until(() => harness.state() === 'stopped')
  const inNewVoice = harness.clips.asked.filter(({ voiceId }) => voiceId === 'other')
  expect(inNewVoice.map(({ lineId }) => lineId)).toEqual([1, 2, 3, 4, 5].map((index) => `line-${index}`))
  expect(new Set(harness.texts()).size).toBe(6)
})

test('a new voice for a line that is still loading applies to that line', async () => {
  const harness = createHarness(numbered(3))
  harness.clips.takes = 400
  harness.player.play()
  await harness.clock.advance(200)
  harness.setLines([{ text: 'Line 0', voice: 'other' }, ...numbered(3).slice(1)])
  await harness.until(() => harness.state() === 'playing')
  expect(harness.output.audible()).toEqual(['Line 0'])
  expect(harness.player.getSnapshot().failedLines.size).toBe(0)
  const voices = harness.clips.asked.filter(({ lineId }) => lineId === 'line-0').map((one) => one.voiceId)
  expect(voices).toEqual(['voice', 'other'])
})

test.each([
  ['nothing to read, stops with that message (product §8)', 0, 'No lines to play', 0],
  ['nothing from the current line on, completes playback', 2, undefined, 1],
])('when the chosen line types leave %s', async (_what, kept, message, completions) => {
  const harness = createHarness(numbered(6))
  harness.player.play()
  await harness.until(() => harness.line() === 2)
  harness.setLines(numbered(6).map((line, index) => ({ ...line, skip: index >= kept })))
  await harness.until(() => harness.state() === 'stopped')
  expect(harness.error()?.text).toBe(message)
  expect(harness.player.getSnapshot().completions).toBe(completions)
  expect(harness.output.audible()).toEqual([])
})

test('when the current line is removed from the script, continues with the last line', async () => {
  const harness = createHarness(numbered(6))
  harness.player.jump(5)
  await harness.clock.advance(500)
  harness.setLines(numbered(3))
  await harness.clock.advance(20)
  expect(harness.output.audible()).toEqual(['Line 2'])
})

test.each<[string, (harness: Harness) => void]>([
  ['choosing the current speed again', ({ player }) => player.setRate(1)],
  ['a cache update', ({ setLines }) => setLines(numbered(6))],
])('%s does not interrupt the sound', async (_what, act) => {
  const harness = await played(numbered(6), 500)
  const before = harness.output.started.length
  act(harness)
  await harness.clock.advance(100)
  expect(harness.output.started).toHaveLength(before)
})

test('an hour of playback leaves no timer, clip or request', async () => {
  const harness = createHarness(numbered(1_600, { type: 'Dialogue' }))
  harness.player.play()
  let timers = 0
  await harness.until(() => {
    timers = Math.max(timers, harness.clock.pendingTimers())
    return harness.line() === 1_500
  }, 3_700_000)
  expect(harness.clock.now()).toBeGreaterThan(50 * 60_000)
  expect(timers).toBeLessThan(20)
  expect(harness.clips.asked).toHaveLength(new Set(harness.clips.asked.map(({ lineId }) => lineId)).size)
  expect(harness.sounds.size()).toBeLessThan(16)
  expect(harness.texts()).toEqual(numbered(harness.output.heard().length).map(({ text }) => text))
  harness.player.dispose()
  expect(harness.clock.pendingTimers()).toBe(0)
  expect(harness.sounds.size()).toBe(0)
})
