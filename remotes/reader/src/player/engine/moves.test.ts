import { describe, expect, test } from 'vitest'
import { createStage, numbered } from '../testing/stage.ts'

describe('moves', () => {
  test('product §4 moving by act, scene or line first stops playback and sets the line', async () => {
    for (const unit of ['act', 'scene', 'line'] as const) {
      const stage = createStage(numbered(60))
      stage.player.play()
      await stage.clock.advance(500)
      stage.player.move(unit, 'next')
      expect(stage.state()).toBe('stopped')
      expect(stage.output.audible()).toEqual([])
      expect(stage.line()).toBe(unit === 'line' ? 1 : 30)
    }
  })

  test('product §4 a move switches the page if needed', () => {
    const stage = createStage(numbered(60))
    stage.player.move('act', 'next')
    expect(stage.page()).toBe(1)
  })

  test('product §5 next past the last line and previous before 0 are ignored', async () => {
    const stage = createStage(numbered(2))
    stage.player.goToLine(1)
    const before = stage.player.getSnapshot()
    stage.player.move('line', 'next')
    expect(stage.player.getSnapshot()).toBe(before)
    stage.player.goToLine(0)
    stage.player.move('line', 'previous')
    stage.player.move('act', 'previous')
    expect(stage.line()).toBe(0)
  })

  test('product §2 pages are turned only while nothing plays', async () => {
    const stage = createStage(numbered(60))
    stage.player.goToPage(1)
    expect(stage.page()).toBe(1)
    expect(stage.line()).toBe(20)
    stage.player.play()
    await stage.clock.advance(200)
    stage.player.goToPage(2)
    expect(stage.page()).toBe(1)
    stage.player.stop()
    stage.player.goToPage(7)
    expect(stage.page()).toBe(1)
  })

  test('1,000 quick moves leave one line, no request and no timer behind', async () => {
    const stage = createStage(numbered(1_001))
    stage.player.play()
    for (let click = 0; click < 1_000; click += 1) stage.player.move('line', 'next')
    await stage.clock.advance(1_000)
    expect(stage.line()).toBe(1_000)
    expect(stage.state()).toBe('stopped')
    expect(stage.output.audible()).toEqual([])
    expect(stage.clock.pendingTimers()).toBe(0)
  })

  test('1,000 quick jumps play the last one only, with at most 5 requests at once', async () => {
    const stage = createStage(numbered(1_001))
    for (let click = 1; click <= 1_000; click += 1) {
      stage.player.jump(click)
      if (click % 10 === 0) await stage.clock.advance(1)
    }
    await stage.clock.advance(100)
    expect(stage.output.started.map(({ text }) => text)).toEqual(['Line 1000'])
    expect(stage.clips.most).toBeLessThanOrEqual(5)
  })
})

test('product §4 a step of the media keys leads to a line that is read aloud, also backwards', () => {
  const stage = createStage(numbered(9).map((line, index) => ({ ...line, skip: index % 3 !== 0 })))
  stage.player.goToLine(6)
  stage.player.moveSpoken('previous')
  expect(stage.line()).toBe(3)
  stage.player.moveSpoken('previous')
  expect(stage.line()).toBe(0)
  stage.player.moveSpoken('previous')
  expect(stage.line()).toBe(0)
  stage.player.goToLine(6)
  stage.player.moveSpoken('next')
  expect(stage.line()).toBe(6)
})

describe('the page follows', () => {
  test('product §4 while playing the page follows the line, not in the first 100 ms after playback starts', async () => {
    const stage = createStage(numbered(60))
    stage.player.restore(0)
    stage.player.jump(45)
    await stage.clock.advance(10)
    expect(stage.state()).toBe('playing')
    await stage.clock.advance(99)
    expect(stage.page()).toBe(0)
    await stage.clock.advance(2)
    expect(stage.page()).toBe(2)
  })

  test('a later line turns the page as soon as it is audible', async () => {
    const stage = createStage(numbered(40))
    stage.player.jump(19)
    await stage.until(() => stage.line() === 20)
    expect(stage.page()).toBe(1)
  })
})
