import { expect, test } from 'vitest'
import { ClipError } from '../errors.ts'
import { CLIP_MS, createHarness, numbered, played, type Harness } from '../testing/player-harness.ts'

const anna = { role: 'character', character: 'ANNA' } as const

test('product §4 raises an assign error and stops playback after the line before', async () => {
  const harness = createHarness([{ text: 'One' }, { text: 'Two', voice: anna }, { text: 'Three' }])
  await harness.playToEnd()
  const text = 'Please assign a voice to "ANNA" before playing this line.'
  expect(harness.error()).toMatchObject({ kind: 'voice', line: 1, text, missing: anna })
  expect(harness.line()).toBe(1)
  expect(harness.output.heard()).toEqual([{ text: 'One', from: 10, to: 10 + CLIP_MS }])
})

test.each<[string, boolean, act: (harness: Harness) => void, heard: string[]]>([
  ['continues with the new voice', true, () => undefined, ['One']],
  ['continues also if its message was closed', true, ({ player }) => player.clearError(), ['One']],
  ['stays stopped after a stop', true, ({ player }) => player.stop(), []],
  ['stays stopped if it would fail again (§8)', false, ({ player }) => player.clearError(), []],
])('product §4 500 ms after a casting is saved, playback %s', async (_what, isGiven, act, heard) => {
  const harness = await played([{ text: 'One', voice: anna }], 1)
  act(harness)
  if (isGiven) harness.setLines([{ text: 'One' }])
  harness.player.castingSaved()
  await harness.clock.advance(499)
  expect(harness.state()).toBe('stopped')
  const before = harness.error()
  await harness.clock.advance(15)
  expect(harness.output.audible()).toEqual(heard)
  expect(harness.error()).toBe(heard.length > 0 ? null : before)
})

test('lines that failed because their voice was removed require another one, and resume after casting', async () => {
  const harness = createHarness(numbered(4, { unmade: true }))
  harness.clips.fail = () => new ClipError('Voice not found', 404)
  await harness.playToEnd()
  expect(harness.error()).toMatchObject({ kind: 'failed' })
  harness.setLines(numbered(4, { voice: anna }))
  expect(harness.error()).toMatchObject({ kind: 'voice', line: 0, missing: anna })
  harness.clips.fail = () => undefined
  harness.setLines(numbered(4))
  harness.player.castingSaved()
  await harness.clock.advance(520)
  expect(harness.output.audible()).toEqual(['Line 0'])
})

test('a failure for another reason stays when the lines are loaded again', async () => {
  const harness = createHarness(numbered(4, { unmade: true }))
  harness.clips.fail = () => new ClipError('no', 500)
  await harness.playToEnd()
  const before = harness.error()
  harness.setLines(numbered(4))
  expect(harness.error()).toBe(before)
  harness.player.castingSaved()
  await harness.clock.advance(5_000)
  expect(harness.state()).toBe('stopped')
})
