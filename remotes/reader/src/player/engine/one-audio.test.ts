import { describe, expect, test } from 'vitest'
import { createHarness, numbered } from '../testing/player-harness.ts'

describe('one audio at a time', () => {
  test('product §4 whoever begins to sound makes the other fall silent', async () => {
    const harness = createHarness(numbered(3))
    harness.player.play()
    await harness.clock.advance(500)
    harness.focus.take({ release: () => undefined })
    expect(harness.state()).toBe('paused')
    expect(harness.output.audible()).toEqual([])
  })

  test('a call that takes the sound away pauses', async () => {
    const harness = createHarness(numbered(3))
    harness.player.play()
    await harness.clock.advance(500)
    harness.output.interrupt()
    expect(harness.state()).toBe('paused')
  })

  test('a disposed player is silent and leaves no timer', async () => {
    const harness = createHarness(numbered(30))
    harness.player.play()
    await harness.clock.advance(500)
    harness.player.dispose()
    expect(harness.state()).toBe('stopped')
    expect(harness.output.audible()).toEqual([])
    expect(harness.clock.pendingTimers()).toBe(0)
  })
})
