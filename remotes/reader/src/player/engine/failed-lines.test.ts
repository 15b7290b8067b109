import { describe, expect, test } from 'vitest'
import { ClipError } from '../errors.ts'
import { createStage, numbered } from '../testing/stage.ts'

const network = () => new ClipError('Network error.', 0)
const refused = () => new ClipError('No.', 422)

describe('lines that cannot be had', () => {
  test('product §4 other errors skip to the next line', async () => {
    const stage = createStage(numbered(4))
    stage.clips.fail = ({ lineId }) => (lineId === 'line-1' ? refused() : undefined)
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.output.heard().map(({ text }) => text)).toEqual(['Line 0', 'Line 2', 'Line 3'])
    expect([...stage.player.getSnapshot().failedLines]).toEqual([1])
    expect(stage.error()).toBeNull()
  })

  test('product §4 three failed lines in a row stop playback with a message, at the first of them', async () => {
    const stage = createStage(numbered(8))
    stage.clips.fail = ({ lineId }) => (Number(lineId.slice(5)) >= 2 ? refused() : undefined)
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.output.heard().map(({ text }) => text)).toEqual(['Line 0', 'Line 1'])
    expect(stage.error()?.text).toContain('Audio playback failed for line 3')
    expect(stage.line()).toBe(2)
    expect([...stage.player.getSnapshot().failedLines]).toEqual([2, 3, 4])
  })

  test('two failures, a success and two failures do not stop it', async () => {
    const stage = createStage(numbered(7))
    stage.clips.fail = ({ lineId }) => (/[1245]$/.test(lineId) ? refused() : undefined)
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.output.heard().map(({ text }) => text)).toEqual(['Line 0', 'Line 3', 'Line 6'])
    expect(stage.error()).toBeNull()
  })

  test.each([
    [1, 'Audio playback failed for line 4. Playback stopped.'],
    [2, 'Audio playback failed for line 3, nor could the next be played. Playback stopped.'],
  ])(
    'product §8 the last lines cannot be had (%i): that is said, and is no complete reading',
    async (count, text) => {
      const stage = createStage(numbered(4))
      stage.clips.fail = ({ lineId }) => (Number(lineId.slice(5)) >= 4 - count ? network() : undefined)
      stage.player.play()
      await stage.until(() => stage.state() === 'stopped')
      expect(stage.error()?.text).toBe(text)
      expect(stage.line()).toBe(4 - count)
      expect(stage.player.getSnapshot().completions).toBe(0)
      stage.clips.fail = () => undefined
      stage.player.online()
      await stage.until(() => stage.player.getSnapshot().completions === 1)
      expect(stage.output.heard()).toHaveLength(4)
    },
  )

  test('product §4 retry clears the error marker and replays the current line', async () => {
    const stage = createStage(numbered(8))
    stage.clips.fail = refused
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    stage.clips.fail = () => undefined
    stage.player.retry()
    expect(stage.error()).toBeNull()
    await stage.clock.advance(10)
    expect(stage.output.audible()).toEqual(['Line 0'])
  })

  test('a corrupt clip is dropped from the device, asked for once more, and then skipped', async () => {
    const stage = createStage([{ text: 'corrupt' }, { text: 'Fine' }])
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.clips.asked.filter(({ lineId }) => lineId === 'line-0')).toHaveLength(2)
    expect(stage.clips.discarded).toContain('line-0')
    expect(stage.output.heard().map(({ text }) => text)).toEqual(['Fine'])
  })

  test('a clip that is broken on this device only is had from the server', async () => {
    const stage = createStage([{ text: 'Whole' }])
    stage.clips.content = () => (stage.clips.discarded.length > 0 ? 'Whole' : 'corrupt')
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    expect(stage.output.heard().map(({ text }) => text)).toEqual(['Whole'])
    expect(stage.player.getSnapshot().failedLines.size).toBe(0)
  })

  test('product §9 a clip that shows no length within 5 s fails with the specified words', async () => {
    const stage = createStage(numbered(3))
    stage.output.decodeMs = 6_000
    stage.player.play()
    await stage.until(() => stage.player.getSnapshot().failedLines.size > 0)
    expect(stage.clock.now()).toBeGreaterThanOrEqual(5_010)
    expect(stage.clock.now()).toBeLessThan(5_100)
    const request = { scriptId: 'script', lineId: 'other', voiceId: 'voice', text: 'Other' }
    const sound = stage.sounds.get(request, 1)
    sound.catch(() => undefined)
    await stage.clock.advance(6_000)
    await expect(sound).rejects.toThrow('Audio loading timeout')
  })

  test('the network goes and comes back: playing goes on where it stopped', async () => {
    const stage = createStage(numbered(8))
    stage.player.play()
    await stage.clock.advance(100)
    stage.clips.fail = network
    stage.clips.takes = 0
    stage.player.jump(7)
    stage.player.jump(2)
    stage.clips.fail = network
    await stage.until(() => stage.error()?.kind === 'failed' || stage.state() === 'stopped')
    const { line } = stage.player.getSnapshot()
    stage.clips.fail = () => undefined
    stage.player.online()
    await stage.clock.advance(10)
    expect(stage.state()).toBe('playing')
    expect(stage.line()).toBe(line)
  })

  test('a long absence of the network does not end in sudden speech', async () => {
    const stage = createStage(numbered(8))
    stage.clips.fail = network
    stage.player.play()
    await stage.until(() => stage.state() === 'stopped')
    await stage.clock.advance(61_000)
    stage.clips.fail = () => undefined
    stage.player.online()
    await stage.clock.advance(1_000)
    expect(stage.state()).toBe('stopped')
  })

  test('autoplay refused by the browser is said, and play tries again', async () => {
    const stage = createStage(numbered(2))
    stage.output.blocked = true
    stage.player.play()
    await stage.clock.advance(50)
    expect(stage.state()).toBe('stopped')
    expect(stage.error()?.kind).toBe('blocked')
    stage.output.blocked = false
    stage.player.play()
    await stage.clock.advance(50)
    expect(stage.output.audible()).toEqual(['Line 0'])
  })
})
