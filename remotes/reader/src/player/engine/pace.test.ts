import { describe, expect, test } from 'vitest'
import { gapAtRate, gapBetween } from './line-gaps.ts'
import { CLIP_MS, createStage, numbered } from '../testing/stage.ts'

const lastStart = (stage: ReturnType<typeof createStage>, text: string) =>
  stage.output.started.findLast((one) => one.text === text)
const GAP = gapBetween({ type: 'Action' }, { type: 'Action' })

test.each([1, 2])(
  'no stall over 300 short lines whose clips take 400 ms each, from a cold cache, at %f×',
  async (rate) => {
    const stage = createStage(numbered(300).map(({ text }) => ({ text: `${text} 800ms` })))
    stage.clips.takes = 400
    void stage.player.setRate(rate)
    let stalls = 0
    let before = stage.state()
    stage.player.subscribe(() => {
      if (stage.state() === 'loading' && before === 'playing') stalls += 1
      before = stage.state()
    })
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped', 400_000)
    const heard = stage.output.heard()
    expect(heard).toHaveLength(300)
    expect(stalls).toBe(0)
    for (const [place, one] of heard.slice(1).entries()) {
      expect(one.from - heard[place]!.to).toBeCloseTo(gapAtRate(GAP, rate), 6)
    }
  },
)

describe('speed', () => {
  test('a change of speed goes on at the very point, and shortens the pauses', async () => {
    const stage = createStage(numbered(3))
    stage.player.play()
    await stage.clock.advance(10 + 1_000)
    void stage.player.setRate(2)
    await stage.clock.advance(0)
    expect(stage.state()).toBe('playing')
    expect(lastStart(stage, 'Line 0')).toMatchObject({ startsAt: 1_010, offsetMs: 1_000, rate: 2 })
    expect(stage.output.audible()).toEqual(['Line 0'])
    await stage.until(() => stage.state() === 'stopped')
    const [, second, third, fourth] = stage.output.heard()
    expect(second!.to - second!.from).toBeCloseTo(500)
    expect(third!.from - second!.to).toBeCloseTo(gapAtRate(GAP, 2))
    expect(fourth!.to - fourth!.from).toBeCloseTo(CLIP_MS / 2)
  })

  test('a line that begins while another speed is being prepared goes on, and does not begin again', async () => {
    const stage = createStage(numbered(4))
    stage.player.play()
    await stage.clock.advance(10 + CLIP_MS + GAP - 20)
    const { prepare } = stage.output
    stage.output.prepare = async (sound, rate) => {
      await new Promise<void>((resolve) => stage.clock.setTimeout(resolve, 50))
      await prepare(sound, rate)
    }
    void stage.player.setRate(2)
    await stage.clock.advance(200)
    expect(lastStart(stage, 'Line 1')).toMatchObject({ offsetMs: 80, rate: 2 })
  })

  test('the same speed chosen again changes nothing', async () => {
    const stage = createStage(numbered(3))
    stage.player.play()
    await stage.clock.advance(500)
    const before = stage.output.started.length
    await stage.player.setRate(1)
    await stage.clock.advance(10)
    expect(stage.output.started).toHaveLength(before)
  })

  test('position is told at 1×, whatever the speed', async () => {
    const stage = createStage(numbered(3))
    void stage.player.setRate(2)
    stage.player.play()
    await stage.clock.advance(10 + 600)
    expect(stage.player.position()).toEqual({ line: 0, positionMs: 1_200, durationMs: CLIP_MS })
  })
})

describe('changes while playing', () => {
  test('a casting changed while playing is heard from the next line on', async () => {
    const stage = createStage(numbered(6))
    stage.player.play()
    await stage.clock.advance(500)
    stage.setLines(numbered(6, { voice: 'other' }))
    await stage.clock.advance(0)
    expect(stage.output.audible()).toEqual(['Line 0'])
    expect(stage.state()).toBe('playing')
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.clips.asked.filter(({ voiceId }) => voiceId === 'other').map((one) => one.lineId)).toEqual(
      [1, 2, 3, 4, 5].map((index) => `line-${index}`),
    )
    expect(new Set(stage.output.heard().map(({ text }) => text)).size).toBe(6)
  })

  test('a voice given to a line that is still loading is the one that is heard', async () => {
    const stage = createStage(numbered(3))
    stage.clips.takes = 400
    stage.player.play()
    await stage.clock.advance(200)
    stage.setLines(numbered(3).map((line, index) => (index === 0 ? { ...line, voice: 'other' } : line)))
    await stage.until(() => stage.state() === 'playing')
    expect(stage.output.audible()).toEqual(['Line 0'])
    expect(stage.player.getSnapshot().failedLines.size).toBe(0)
    expect(stage.clips.asked.filter(({ lineId }) => lineId === 'line-0').map((one) => one.voiceId)).toEqual([
      'voice',
      'other',
    ])
  })

  test('product §8 a choice that leaves nothing to read at all stops with that message, and is no completed reading', async () => {
    const stage = createStage(numbered(6))
    stage.player.play()
    await stage.until(() => stage.line() === 2)
    stage.setLines(numbered(6, { skip: true }))
    await stage.clock.advance(100)
    expect(stage.state()).toBe('stopped')
    expect(stage.error()?.text).toBe('No lines to play')
    expect(stage.player.getSnapshot().completions).toBe(0)
    expect(stage.output.audible()).toEqual([])
  })

  test('a choice that leaves nothing from the current line on completes the reading', async () => {
    const stage = createStage(numbered(6))
    stage.player.play()
    await stage.until(() => stage.line() === 2)
    stage.setLines(numbered(6).map((line, index) => ({ ...line, skip: index > 1 })))
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.error()).toBeNull()
    expect(stage.player.getSnapshot().completions).toBe(1)
  })

  test('news of the cache do not touch what sounds', async () => {
    const stage = createStage(numbered(6))
    stage.player.play()
    await stage.clock.advance(500)
    const before = stage.output.started.length
    stage.setLines(numbered(6))
    await stage.clock.advance(100)
    expect(stage.output.started).toHaveLength(before)
  })
})

test('an hour of playing leaves nothing behind: no timer, no clip, no request', async () => {
  const stage = createStage(numbered(1_600, { type: 'Dialogue' }))
  stage.player.play()
  let timers = 0
  await stage.until(() => {
    timers = Math.max(timers, stage.clock.pendingTimers())
    return stage.line() === 1_500
  }, 3_700_000)
  expect(stage.clock.now()).toBeGreaterThan(50 * 60_000)
  expect(timers).toBeLessThan(20)
  expect(stage.clips.asked).toHaveLength(new Set(stage.clips.asked.map(({ lineId }) => lineId)).size)
  expect(stage.sounds.size()).toBeLessThan(16)
  expect(stage.output.heard().map(({ text }) => text)).toEqual(
    numbered(stage.output.heard().length).map(({ text }) => text),
  )
  stage.player.dispose()
  expect(stage.clock.pendingTimers()).toBe(0)
  expect(stage.sounds.size()).toBe(0)
})
