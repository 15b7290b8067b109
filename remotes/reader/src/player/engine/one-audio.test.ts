import { describe, expect, test } from 'vitest'
import { createStage, numbered } from '../testing/stage.ts'

describe('one audio at a time', () => {
  test('product §4 whoever begins to sound makes the other fall silent', async () => {
    const stage = createStage(numbered(3))
    stage.player.play()
    await stage.clock.advance(500)
    stage.focus.take({ release: () => undefined })
    expect(stage.state()).toBe('paused')
    expect(stage.output.audible()).toEqual([])
  })

  test('a call that takes the sound away pauses', async () => {
    const stage = createStage(numbered(3))
    stage.player.play()
    await stage.clock.advance(500)
    stage.output.interrupt()
    expect(stage.state()).toBe('paused')
  })

  test('a disposed player is silent and leaves no timer', async () => {
    const stage = createStage(numbered(30))
    stage.player.play()
    await stage.clock.advance(500)
    stage.player.dispose()
    expect(stage.state()).toBe('stopped')
    expect(stage.output.audible()).toEqual([])
    expect(stage.clock.pendingTimers()).toBe(0)
  })
})
