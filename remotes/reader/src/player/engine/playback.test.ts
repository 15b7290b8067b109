import { describe, expect, test } from 'vitest'
import { gapBetween } from './line-gaps.ts'
import { CLIP_MS, createStage, numbered } from '../testing/stage.ts'

const lastStart = (stage: ReturnType<typeof createStage>, text: string) =>
  stage.output.started.findLast((one) => one.text === text)
const GAP = gapBetween({ type: 'Action' }, { type: 'Action' })

describe('sequential playback', () => {
  test('product §4 play starts from line 0 if there is no current line', async () => {
    const stage = createStage(numbered(3))
    expect(stage.state()).toBe('idle')
    stage.player.play()
    expect(stage.state()).toBe('loading')
    await stage.clock.advance(10)
    expect(stage.state()).toBe('playing')
    expect(stage.line()).toBe(0)
    expect(stage.output.audible()).toEqual(['Line 0'])
  })

  test('product §4 play starts from the current line', async () => {
    const stage = createStage(numbered(9))
    stage.player.restore(4)
    stage.player.play()
    await stage.clock.advance(10)
    expect(stage.output.audible()).toEqual(['Line 4'])
  })

  test('product §4 the next line follows a completed line, after the pause the player owns and no other', async () => {
    const stage = createStage(numbered(5))
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    const heard = stage.output.heard()
    expect(heard.map(({ text }) => text)).toEqual(['Line 0', 'Line 1', 'Line 2', 'Line 3', 'Line 4'])
    for (const [place, one] of heard.slice(1).entries()) {
      expect(one.from - heard[place]!.to).toBeCloseTo(GAP, 6)
    }
  })

  test('a cue and its speech follow each other without a pause', async () => {
    const stage = createStage([
      { text: 'ANNA', type: 'Character' },
      { text: '(low)', type: 'Parenthetical' },
      { text: 'Hello.', type: 'Dialogue' },
      { text: 'INT. HALL', type: 'Scene Heading' },
    ])
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    const [cue, aside, speech, heading] = stage.output.heard()
    expect(aside!.from).toBe(cue!.to)
    expect(speech!.from).toBe(aside!.to)
    expect(heading!.from - speech!.to).toBeGreaterThan(GAP)
  })

  test('product §4 playing stops at the last line and fires a playback-complete event', async () => {
    const stage = createStage(numbered(2))
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.clock.now()).toBeGreaterThanOrEqual(2 * CLIP_MS)
    expect(stage.player.getSnapshot().completions).toBe(1)
    expect(stage.line()).toBe(1)
    expect(stage.clock.pendingTimers()).toBe(0)
  })

  test('product §4 pause sets paused and stops audio; play goes on at the same point', async () => {
    const stage = createStage(numbered(3))
    stage.player.play()
    await stage.clock.advance(10 + 700)
    stage.player.pause()
    expect(stage.state()).toBe('paused')
    expect(stage.output.audible()).toEqual([])
    expect(stage.player.position()).toEqual({ line: 0, positionMs: 700, durationMs: CLIP_MS })
    await stage.clock.advance(60_000)
    expect(stage.output.audible()).toEqual([])
    stage.player.play()
    await stage.clock.advance(1)
    expect(lastStart(stage, 'Line 0')).toMatchObject({ startsAt: 60_710, offsetMs: 700 })
    await stage.until(() => stage.line() === 1)
  })

  test('a line paused after its last word is not spoken again', async () => {
    const stage = createStage(numbered(3))
    stage.player.play()
    await stage.clock.advance(10 + CLIP_MS + GAP / 2)
    stage.player.pause()
    expect(stage.line()).toBe(0)
    stage.player.play()
    await stage.clock.advance(5)
    expect(stage.output.audible()).toEqual(['Line 1'])
  })

  test('product §4 stop clears playing and paused, and goes to the start of the line', async () => {
    const stage = createStage(numbered(3))
    stage.player.play()
    await stage.clock.advance(500)
    stage.player.stop()
    expect(stage.state()).toBe('stopped')
    expect(stage.output.audible()).toEqual([])
    stage.player.play()
    await stage.clock.advance(5)
    expect(lastStart(stage, 'Line 0')).toMatchObject({ startsAt: 500, offsetMs: 0 })
  })

  test('product §4 jump stops audio, sets the line and plays it', async () => {
    const stage = createStage(numbered(30))
    stage.player.play()
    await stage.clock.advance(500)
    stage.player.jump(20)
    expect(stage.output.audible()).toEqual([])
    expect(stage.line()).toBe(20)
    await stage.clock.advance(10)
    expect(stage.output.audible()).toEqual(['Line 20'])
    expect(stage.state()).toBe('playing')
  })

  test('product §5 jumping outside the script is an error', async () => {
    const stage = createStage(numbered(3))
    stage.player.jump(3)
    expect(stage.error()?.text).toBe('Invalid line index: 3')
    stage.player.jump(-1)
    expect(stage.error()?.text).toBe('Invalid line index: -1')
    expect(stage.state()).toBe('idle')
  })

  test('product §4 the line that is being started is let be, another takes over', async () => {
    const stage = createStage(numbered(9))
    stage.clips.takes = 100
    stage.player.jump(4)
    await stage.clock.advance(50)
    stage.player.jump(4)
    expect(stage.clips.asked.filter(({ lineId }) => lineId === 'line-4')).toHaveLength(1)
    stage.player.jump(7)
    await stage.clock.advance(110)
    expect(stage.output.heard().map(({ text }) => text)).toEqual(['Line 7'])
    expect(stage.output.audible()).toEqual(['Line 7'])
  })

  test('product §4 the line index is saved when a line starts, not before it is audible', async () => {
    const stage = createStage(numbered(3))
    stage.clips.takes = 300
    stage.player.play()
    await stage.clock.advance(299)
    expect(stage.saved).toEqual([])
    await stage.clock.advance(2)
    expect(stage.saved).toEqual([0])
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.saved).toEqual([0, 1, 2])
  })

  test('the highlight follows what is audible, not what is fetched', async () => {
    const stage = createStage(numbered(6))
    stage.player.play()
    const end = 10 + CLIP_MS + GAP
    await stage.clock.advance(end - 2)
    expect(stage.clips.asked.length).toBeGreaterThan(1)
    expect(stage.line()).toBe(0)
    await stage.clock.advance(4)
    expect(stage.line()).toBe(1)
  })

  test('a line whose clip is late shows loading, then plays', async () => {
    const stage = createStage(numbered(4))
    stage.clips.takes = ({ lineId }) => (lineId === 'line-1' ? 3_000 : 10)
    stage.player.play()
    await stage.clock.advance(10 + CLIP_MS + 100)
    expect(stage.line()).toBe(1)
    expect(stage.state()).toBe('loading')
    await stage.until(() => stage.state() === 'playing')
    expect(stage.output.audible()).toEqual(['Line 1'])
  })

  test('product §8 a script without lines says so', () => {
    const stage = createStage([])
    stage.player.play()
    expect(stage.error()?.text).toBe('No lines to play')
    expect(stage.state()).toBe('stopped')
  })

  test('product §5 playback needs non-empty text: empty lines are passed over', async () => {
    const stage = createStage([{ text: 'One' }, { text: '  ' }, { text: 'Two' }])
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.output.heard().map(({ text }) => text)).toEqual(['One', 'Two'])
  })

  test('product §4 a line type that is not read aloud is never waited for', async () => {
    const lines = numbered(6).map((line, index) => ({ ...line, skip: index % 2 === 0 }))
    const stage = createStage(lines)
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.output.heard().map(({ text }) => text)).toEqual(['Line 1', 'Line 3', 'Line 5'])
    expect(stage.clips.asked.every(({ lineId }) => Number(lineId.slice(5)) % 2 === 1)).toBe(true)
  })
})

test.each(['pause', 'stop'] as const)('after a %s nothing more is fetched ahead', async (command) => {
  const stage = createStage(numbered(30))
  stage.player.play()
  await stage.clock.advance(20)
  stage.player[command]()
  const asked = stage.clips.asked.length
  await stage.clock.advance(60_000)
  expect(stage.clips.asked).toHaveLength(asked)
})

test('what is pressed is fetched before it is asked for', async () => {
  const stage = createStage(numbered(9))
  stage.player.anticipate(4)
  await stage.clock.advance(50)
  expect(stage.clips.asked.map(({ lineId }) => lineId)).toEqual(['line-4'])
  expect(stage.state()).toBe('idle')
  stage.player.jump(4)
  await stage.clock.advance(0)
  expect(stage.output.audible()).toEqual(['Line 4'])
})

test('nothing is made for a line that is only pressed: a finger may just scroll', async () => {
  const stage = createStage([{ text: 'One', unmade: true }, { text: 'Two' }])
  stage.player.anticipate(0)
  stage.player.anticipate(1)
  await stage.clock.advance(50)
  expect(stage.clips.asked.map(({ lineId }) => lineId)).toEqual(['line-1'])
})

test('of lines that are pressed and not asked for only the last is kept', async () => {
  const stage = createStage(numbered(60))
  stage.player.play()
  await stage.clock.advance(10)
  stage.player.stop()
  const before = stage.sounds.size()
  for (let line = 20; line < 60; line += 1) {
    stage.player.anticipate(line)
    await stage.clock.advance(20)
  }
  expect(stage.sounds.size()).toBe(before + 1)
  stage.player.jump(59)
  await stage.clock.advance(0)
  expect(stage.output.audible()).toEqual(['Line 59'])
})
