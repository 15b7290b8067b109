import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAudioFocus, openTabChannel, type TabChannel } from './audio-focus.ts'

/** Creates connected channels, one for each tab. */
function createTabs() {
  const listeners = new Map<object, () => void>()
  return (): TabChannel => {
    const own = {}
    return {
      announce: () => listeners.forEach((listener, tab) => tab !== own && listener()),
      onAnnounced: (listener) => void listeners.set(own, listener),
    }
  }
}

const holder = () => ({ release: vi.fn<() => void>() })

test.each([false, true])('product §4 a new sound stops the one before; in another tab: %s', (isInAnother) => {
  const tab = createTabs()
  const here = createAudioFocus(tab())
  const there = isInAnother ? createAudioFocus(tab()) : here
  const [first, second, third] = [holder(), holder(), holder()]
  here.take(first)
  there.take(second)
  expect([first, second].map(({ release }) => release.mock.calls.length)).toEqual([1, 0])
  there.leave(second)
  here.take(third)
  expect([first, second].map(({ release }) => release.mock.calls.length)).toEqual([1, 0])
})

describe('messages between tabs', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('are received by other tabs only', async () => {
    const [here, there] = [openTabChannel('test'), openTabChannel('test')]
    const own = vi.fn<() => void>()
    here.onAnnounced(own)
    const heard = new Promise<void>((resolve) => there.onAnnounced(resolve))
    here.announce()
    await heard
    expect(own).not.toHaveBeenCalled()
  })

  test.each([
    ['is missing', undefined],
    [
      'is refused',
      () => {
        throw new DOMException('denied', 'SecurityError')
      },
    ],
  ])('if the channel %s, a tab has its own focus', (_case, channel) => {
    vi.stubGlobal('BroadcastChannel', channel)
    const focus = createAudioFocus(openTabChannel('test'))
    const first = holder()
    focus.take(first)
    focus.take(holder())
    expect(first.release).toHaveBeenCalledOnce()
  })
})
