import { expect, test } from 'vitest'
import { ClipError } from '../errors.ts'
import { createHarness, numbered } from '../testing/player-harness.ts'

const refused = () => new ClipError('No.', 422)

test('product §4 other errors skip to the next line', async () => {
  const harness = createHarness(numbered(4))
  harness.clips.fail = ({ lineId }) => (lineId === 'line-1' ? refused() : undefined)
  await harness.playToEnd()
  expect(harness.texts()).toEqual(['Line 0', 'Line 2', 'Line 3'])
  expect([...harness.player.getSnapshot().failedLines]).toEqual([1])
  expect(harness.error()).toBeNull()
})

test('two failures, a success and two failures do not stop it', async () => {
  const harness = createHarness(numbered(7))
  harness.clips.fail = ({ lineId }) => (/[1245]$/.test(lineId) ? refused() : undefined)
  await harness.playToEnd()
  expect(harness.texts()).toEqual(['Line 0', 'Line 3', 'Line 6'])
  expect(harness.error()).toBeNull()
})

test.each([
  [1, 'Audio playback failed for line 4. Playback stopped.'],
  [2, 'Audio playback failed for line 3, nor could the next be played. Playback stopped.'],
])(
  'product §8 the last lines cannot be had (%i): that is said, and playback is not complete',
  async (count, text) => {
    const harness = createHarness(numbered(4))
    harness.clips.fail = ({ lineId }) => (Number(lineId.slice(5)) >= 4 - count ? refused() : undefined)
    await harness.playToEnd()
    expect(harness.error()?.text).toBe(text)
    expect(harness.line()).toBe(4 - count)
    expect(harness.player.getSnapshot().completions).toBe(0)
    harness.clips.fail = () => undefined
    harness.player.retry()
    await harness.until(() => harness.player.getSnapshot().completions === 1)
    expect(harness.output.heard()).toHaveLength(4)
  },
)

test('product §4 retry clears the error marker and replays the current line', async () => {
  const harness = createHarness(numbered(8))
  harness.clips.fail = refused
  await harness.playToEnd()
  harness.clips.fail = () => undefined
  harness.player.retry()
  expect(harness.error()).toBeNull()
  await harness.clock.advance(10)
  expect(harness.output.audible()).toEqual(['Line 0'])
})

test('a corrupt clip is dropped from the device, asked for once more, and then skipped', async () => {
  const harness = createHarness([{ text: 'corrupt' }, { text: 'Fine' }])
  await harness.playToEnd()
  expect(harness.clips.asked.filter(({ lineId }) => lineId === 'line-0')).toHaveLength(2)
  expect(harness.clips.discarded).toContain('line-0')
  expect(harness.texts()).toEqual(['Fine'])
})

test('a clip that is broken on this device only is had from the server', async () => {
  const harness = createHarness([{ text: 'Whole' }])
  harness.clips.content = () => (harness.clips.discarded.length > 0 ? 'Whole' : 'corrupt')
  await harness.playToEnd()
  expect(harness.texts()).toEqual(['Whole'])
  expect(harness.player.getSnapshot().failedLines.size).toBe(0)
})

test('product §9 a clip that shows no length within 5 s fails with the specified words', async () => {
  const harness = createHarness(numbered(3))
  harness.output.decodeMs = 6_000
  harness.player.play()
  await harness.until(() => harness.player.getSnapshot().failedLines.size > 0)
  expect(harness.clock.now()).toBeGreaterThanOrEqual(5_010)
  expect(harness.clock.now()).toBeLessThan(5_100)
  const request = { scriptId: 'script', lineId: 'other', voiceId: 'voice', text: 'Other' }
  const sound = harness.sounds.get(request, { dueAt: 0, rate: 1 })
  sound.catch(() => undefined)
  await harness.clock.advance(6_000)
  await expect(sound).rejects.toThrow('Audio loading timeout')
})

test('autoplay refused by the browser is said, and play tries again', async () => {
  const harness = createHarness(numbered(2))
  harness.output.blocked = true
  harness.player.play()
  await harness.clock.advance(50)
  expect(harness.state()).toBe('stopped')
  expect(harness.error()?.kind).toBe('blocked')
  harness.output.blocked = false
  harness.player.play()
  await harness.clock.advance(50)
  expect(harness.output.audible()).toEqual(['Line 0'])
})
