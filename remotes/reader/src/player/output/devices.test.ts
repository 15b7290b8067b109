import { afterEach, describe, expect, test, vi } from 'vitest'
import { watchDevices } from './devices.ts'
import { createFakeClock, settle } from '../testing/fake-clock.ts'

const speaker = { kind: 'audiooutput', deviceId: 'speaker', groupId: 'board' }
const headphones = { kind: 'audiooutput', deviceId: 'headphones', groupId: 'usb' }
const byDefault = ({ groupId }: typeof speaker) => ({ kind: 'audiooutput', deviceId: 'default', groupId })
const unnamed = { kind: 'audiooutput', deviceId: '', groupId: '' }
const camera = { kind: 'videoinput', deviceId: 'camera', groupId: 'lid' }
const none: (typeof speaker)[] = []
/** The browser cannot list the devices. */
const unknown = null

afterEach(() => vi.unstubAllGlobals())

/** Watches these devices; `list` replaces them, `change` also reports that. */
async function watching(before: typeof none) {
  let listed: typeof none | null = before
  const enumerateDevices = async () => listed ?? Promise.reject(new DOMException('busy', 'AbortError'))
  const devices = Object.assign(new EventTarget(), { enumerateDevices })
  vi.stubGlobal('navigator', { mediaDevices: devices })
  const clock = createFakeClock()
  const taken = vi.fn<() => void>()
  watchDevices(clock, taken)
  await settle()
  const list = (after: typeof none | null) => void (listed = after)
  const change = async (after: typeof none | null) => {
    list(after)
    devices.dispatchEvent(new Event('devicechange'))
    await settle()
  }
  return { clock, taken, list, change }
}

describe('product §4 a playing audio device that is removed', () => {
  test.each([
    [
      'the headphones that play',
      [byDefault(headphones), headphones, speaker],
      [byDefault(speaker), speaker],
      1,
    ],
    ['the only device', [byDefault(speaker), speaker], none, 1],
    ['the only device, without its name', [unnamed], [camera], 1],
    ['another device', [byDefault(speaker), headphones, speaker], [byDefault(speaker), speaker], 0],
    ['a camera', [unnamed, camera], [unnamed], 0],
    [
      'nothing: headphones are plugged in',
      [byDefault(speaker), speaker],
      [byDefault(headphones), headphones, speaker],
      0,
    ],
    ['nothing: the browser hides the names again', [byDefault(speaker), speaker], [unnamed], 0],
    ['nothing: the browser cannot list them', [byDefault(speaker), speaker], unknown, 0],
  ])('removing %s', async (_what, before, after, times) => {
    const { clock, taken, change } = await watching(before)
    await change(after)
    await clock.advance(1_000)
    expect(taken).toHaveBeenCalledTimes(times)
  })

  test('the headphones that play count immediately: the sound would continue on the speaker', async () => {
    const { taken, change } = await watching([byDefault(headphones), headphones, speaker])
    await change([byDefault(speaker), speaker])
    expect(taken).toHaveBeenCalledOnce()
  })

  test('a list that is empty for a moment, while the audio system restarts, does not count', async () => {
    const { clock, taken, list, change } = await watching([byDefault(speaker), speaker])
    await change(none)
    await change(none)
    await clock.advance(900)
    list([byDefault(speaker), speaker])
    await clock.advance(10_000)
    expect(taken).not.toHaveBeenCalled()
    await change(none)
    await clock.advance(1_000)
    expect(taken).toHaveBeenCalledOnce()
  })
})
