import { expect, test } from 'vitest'
import { gapBetween } from '@andscene/screenplay/timing/line-gaps'
import { CLIP_MS, createHarness, numbered, played } from '../testing/player-harness.ts'

const GAP = gapBetween({ type: 'Action' }, { type: 'Action' })

test('product §5 a line takes the length of its clip divided by pace and speed, and pauses stay', async () => {
  const harness = createHarness(numbered(3, { sound: { pace: 1.25 } }))
  await harness.playToEnd()
  const heard = harness.output.heard()
  expect(heard.map(({ from, to }) => to - from)).toEqual([1_600, 1_600, 1_600])
  expect(heard[1]!.from - heard[0]!.to).toBeCloseTo(GAP)
  harness.player.setRate(2)
  harness.player.jump(1)
  await harness.clock.advance(410)
  expect(harness.player.position()).toEqual({ line: 1, positionMs: 800, durationMs: 1_600 })
})

test('product §5 a change of sound while playing applies from the next line on, with the same clips', async () => {
  const harness = await played(numbered(6), 500)
  harness.setLines(numbered(6, { sound: { pace: 0.8, place: 'phone' } }))
  await harness.clock.advance(0)
  expect(harness.output.audible()).toEqual(['Line 0'])
  await harness.until(() => harness.state() === 'stopped')
  const lengths = harness.output.heard().map(({ from, to }) => Math.round(to - from))
  expect(lengths.slice(-5)).toEqual(Array.from({ length: 5 }, () => CLIP_MS / 0.8))
  expect(new Set(harness.clips.asked.map(({ voiceId }) => voiceId))).toEqual(new Set(['voice']))
})

test('product §5 a paused line continues at the same word after its pace has changed', async () => {
  const harness = await played(numbered(2), 10 + 1_000)
  harness.player.pause()
  harness.setLines(numbered(2, { sound: { pace: 0.8 } }))
  expect(harness.player.position()).toEqual({ line: 0, positionMs: 1_250, durationMs: 2_500 })
  harness.player.play()
  await harness.clock.advance(100)
  const again = harness.output.started.findLast(({ text }) => text === 'Line 0')
  expect(again).toMatchObject({ offsetMs: 1_250 })
})
