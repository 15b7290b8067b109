import { expect, test } from 'vitest'
import { ClipError } from '../errors.ts'
import { createHarness, numbered } from '../testing/player-harness.ts'

const refused = () => new ClipError('No.', 422)

test('product §4 skips failed lines; two in a row do not stop playback, even twice', async () => {
  const harness = createHarness(numbered(7))
  harness.clips.fail = ({ lineId }) => (/[1245]$/.test(lineId) ? refused() : undefined)
  await harness.playToEnd()
  expect(harness.texts()).toEqual(['Line 0', 'Line 3', 'Line 6'])
  expect([...harness.player.getSnapshot().failedLines]).toEqual([1, 2, 4, 5])
  expect(harness.error()).toBeNull()
})

test('product §4 three in a row stop playback at the first of them; retry plays it again', async () => {
  const harness = createHarness(numbered(8))
  harness.clips.fail = ({ lineId }) => (lineId === 'line-0' ? undefined : refused())
  await harness.playToEnd()
  expect(harness.player.getSnapshot()).toMatchObject({ line: 1, completions: 0 })
  expect([...harness.player.getSnapshot().failedLines]).toEqual([1, 2, 3])
  const text = 'Audio playback failed for line 2, nor could the next 2 be played. Playback stopped.'
  expect(harness.error()).toMatchObject({ kind: 'failed', line: 1, text })
  harness.clips.fail = () => undefined
  harness.player.retry()
  expect(harness.error()).toBeNull()
  await harness.clock.advance(10)
  expect(harness.output.audible()).toEqual(['Line 1'])
})

test.each([
  [1, 'Audio playback failed for line 4. Playback stopped.'],
  [2, 'Audio playback failed for line 3, nor could the next be played. Playback stopped.'],
])('product §8 when the last %i lines fail, shows a message and does not complete', async (count, text) => {
  const harness = createHarness(numbered(4))
  harness.clips.fail = ({ lineId }) => (Number(lineId.slice(5)) >= 4 - count ? refused() : undefined)
  await harness.playToEnd()
  expect(harness.error()?.text).toBe(text)
  expect(harness.player.getSnapshot()).toMatchObject({ line: 4 - count, completions: 0 })
})

test('removes a corrupt clip from the device, requests it once more from the server, and then skips it', async () => {
  const harness = createHarness([{ text: 'corrupt' }, { text: 'Fine' }])
  await harness.playToEnd()
  expect(harness.clips.asked.filter(({ lineId }) => lineId === 'line-0')).toHaveLength(2)
  expect(harness.clips.discarded).toContain('line-0')
  expect(harness.texts()).toEqual(['Fine'])
})

test('plays a clip from the server if only the local copy is corrupt', async () => {
  const harness = createHarness([{ text: 'Whole' }])
  harness.clips.content = () => (harness.clips.discarded.length > 0 ? 'Whole' : 'corrupt')
  await harness.playToEnd()
  expect(harness.texts()).toEqual(['Whole'])
})

test('product §9 a clip that is not decoded within 5 s fails with the specified error', async () => {
  const { clock, output, sounds } = createHarness([])
  output.decodeMs = 6_000
  const request = { scriptId: 'script', lineId: 'other', voiceId: 'voice', text: 'Other' }
  let failedAt = 0
  const sound = sounds.get(request, { dueAt: 0, rate: 1 }).finally(() => (failedAt = clock.now()))
  sound.catch(() => undefined)
  await clock.advance(6_000)
  await expect(sound).rejects.toThrow('Audio loading timeout')
  expect(failedAt).toBe(5_010)
})

test('blocked autoplay shows a message, and play tries again', async () => {
  const harness = createHarness(numbered(2))
  harness.output.blocked = true
  harness.player.play()
  await harness.clock.advance(50)
  expect(harness.player.getSnapshot()).toMatchObject({ state: 'stopped', error: { kind: 'blocked' } })
  harness.output.blocked = false
  harness.player.play()
  await harness.clock.advance(50)
  expect(harness.output.audible()).toEqual(['Line 0'])
})

test('an error while preparing another speed stops playback with its reason', async () => {
  const harness = createHarness(numbered(3))
  harness.player.play()
  await harness.clock.advance(500)
  harness.output.prepare = () => Promise.reject(new Error('Out of memory.'))
  harness.player.setRate(1.5)
  await harness.clock.advance(50)
  expect(harness.player.getSnapshot()).toMatchObject({ state: 'stopped', error: { kind: 'line' } })
})
