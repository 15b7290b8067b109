import { expect, test } from 'vitest'
import { ClipError } from '../errors.ts'
import { CLIP_MS, createHarness, numbered, played } from '../testing/player-harness.ts'

const anna = { role: 'character', character: 'ANNA' } as const

test('product §4 raises an assign error and stops playback, after the line before has been heard', async () => {
  const harness = createHarness([{ text: 'One' }, { text: 'Two', voice: anna }, { text: 'Three' }])
  await harness.playToEnd()
  expect(harness.error()).toMatchObject({
    kind: 'voice',
    line: 1,
    text: 'Please assign a voice to "ANNA" before playing this line.',
    missing: anna,
  })
  expect(harness.line()).toBe(1)
  expect(harness.output.heard()).toEqual([{ text: 'One', from: 10, to: 10 + CLIP_MS }])
})

test('product §8 has a sentence for the scene heading voice and one for the narration voice', async () => {
  const heading = createHarness([{ text: 'INT.', voice: { role: 'heading' } }])
  heading.player.play()
  await heading.clock.advance(1)
  expect(heading.error()?.text).toBe('Please assign a scene heading voice before playing this line.')
  const action = createHarness([{ text: 'He runs.', voice: { role: 'narration' } }])
  action.player.play()
  await action.clock.advance(1)
  expect(action.error()?.text).toBe('Please assign a narration voice before playing this line.')
})

test('product §4 500 ms after the casting is saved playback is retried', async () => {
  const harness = await played([{ text: 'One', voice: anna }], 1)
  harness.setLines([{ text: 'One' }])
  harness.player.castingSaved()
  await harness.clock.advance(499)
  expect(harness.state()).toBe('stopped')
  await harness.clock.advance(15)
  expect(harness.output.audible()).toEqual(['One'])
  expect(harness.error()).toBeNull()
})

test('also when its message had been put away before', async () => {
  const harness = await played([{ text: 'One', voice: anna }], 1)
  harness.player.clearError()
  harness.setLines([{ text: 'One' }])
  harness.player.castingSaved()
  await harness.clock.advance(520)
  expect(harness.output.audible()).toEqual(['One'])
})

test('lines that failed because their voice was removed ask for another, and resume once it is cast', async () => {
  const harness = createHarness(numbered(4, { unmade: true }))
  harness.clips.fail = () => new ClipError('Voice not found', 404)
  harness.player.play()
  await harness.until(() => harness.error()?.kind === 'failed')
  harness.setLines(Array.from({ length: 4 }, (_, n) => ({ text: `Line ${n}`, voice: anna })))
  expect(harness.error()).toMatchObject({ kind: 'voice', line: 0, missing: anna })
  harness.clips.fail = () => undefined
  harness.setLines(numbered(4))
  harness.player.castingSaved()
  await harness.clock.advance(520)
  expect(harness.output.audible()).toEqual(['Line 0'])
  expect(harness.error()).toBeNull()
})

test('a failure that has nothing to do with voices stays one when the lines are loaded again', async () => {
  const harness = createHarness(numbered(4, { unmade: true }))
  harness.clips.fail = () => new ClipError('no', 500)
  harness.player.play()
  await harness.until(() => harness.error()?.kind === 'failed')
  const before = harness.error()
  harness.setLines(numbered(4))
  expect(harness.error()).toBe(before)
  harness.player.castingSaved()
  await harness.clock.advance(5_000)
  expect(harness.state()).toBe('stopped')
})

test('product §8 a retry that would fail again stays silent', async () => {
  const harness = await played([{ text: 'One', voice: anna }], 1)
  harness.player.clearError()
  harness.player.castingSaved()
  await harness.clock.advance(5_000)
  expect(harness.error()).toBeNull()
})
