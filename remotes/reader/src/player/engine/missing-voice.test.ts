import { describe, expect, test } from 'vitest'
import { CLIP_MS, createStage, numbered } from '../testing/stage.ts'

describe('a missing voice', () => {
  const anna = { role: 'character', character: 'ANNA' } as const

  test('product §4 raises an assign error and stops playback, after the line before has been heard', async () => {
    const stage = createStage([{ text: 'One' }, { text: 'Two', voice: anna }, { text: 'Three' }])
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.error()).toMatchObject({
      kind: 'voice',
      line: 1,
      text: 'Please assign a voice to "ANNA" before playing this line.',
      missing: anna,
    })
    expect(stage.line()).toBe(1)
    expect(stage.output.heard()).toEqual([{ text: 'One', from: 10, to: 10 + CLIP_MS }])
  })

  test('product §8 has a sentence for the scene heading voice and one for the narration voice', async () => {
    const heading = createStage([{ text: 'INT.', voice: { role: 'heading' } }])
    heading.player.play()
    await heading.clock.advance(1)
    expect(heading.error()?.text).toBe('Please assign a scene heading voice before playing this line.')
    const action = createStage([{ text: 'He runs.', voice: { role: 'narration' } }])
    action.player.play()
    await action.clock.advance(1)
    expect(action.error()?.text).toBe('Please assign a narration voice before playing this line.')
  })

  test('product §4 500 ms after the casting is saved playback is retried', async () => {
    const stage = createStage([{ text: 'One', voice: anna }])
    stage.player.play()
    await stage.clock.advance(1)
    stage.setLines([{ text: 'One' }])
    stage.player.castingSaved()
    await stage.clock.advance(499)
    expect(stage.state()).toBe('stopped')
    await stage.clock.advance(15)
    expect(stage.output.audible()).toEqual(['One'])
    expect(stage.error()).toBeNull()
  })

  test('also when its message had been put away before', async () => {
    const stage = createStage([{ text: 'One', voice: anna }])
    stage.player.play()
    await stage.clock.advance(1)
    stage.player.clearError()
    stage.setLines([{ text: 'One' }])
    stage.player.castingSaved()
    await stage.clock.advance(520)
    expect(stage.output.audible()).toEqual(['One'])
  })

  test('product §4 only when a missing voice had stopped it', async () => {
    const stage = createStage(numbered(2))
    stage.player.play()
    await stage.clock.advance(500)
    stage.player.stop()
    stage.player.castingSaved()
    await stage.clock.advance(5_000)
    expect(stage.state()).toBe('stopped')
  })

  test('product §8 a retry that would fail again stays silent', async () => {
    const stage = createStage([{ text: 'One', voice: anna }])
    stage.player.play()
    await stage.clock.advance(1)
    stage.player.clearError()
    stage.player.castingSaved()
    await stage.clock.advance(5_000)
    expect(stage.error()).toBeNull()
  })
})
