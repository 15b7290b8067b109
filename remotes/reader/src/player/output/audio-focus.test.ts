import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAudioFocus, openTabChannel, type TabChannel } from './audio-focus.ts'

/** Channels of as many tabs as are opened; word of one reaches all the others. */
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

describe('product §4 only one audio at a time', () => {
  test('in a tab: who begins makes the one before fall silent', () => {
    const focus = createAudioFocus()
    const [first, second] = [holder(), holder()]
    focus.take(first)
    focus.take(second)
    expect(first.release).toHaveBeenCalledOnce()
    focus.leave(second)
    focus.take(first)
    expect(second.release).not.toHaveBeenCalled()
  })

  test('across tabs: who begins makes the others fall silent, and is not silenced by its own word', () => {
    const tab = createTabs()
    const [here, there, elsewhere] = [tab, tab, tab].map((open) => createAudioFocus(open()))
    const [first, second] = [holder(), holder()]
    here!.take(first)
    there!.take(second)
    expect(first.release).toHaveBeenCalledOnce()
    expect(second.release).not.toHaveBeenCalled()
    elsewhere!.take(holder())
    expect(first.release).toHaveBeenCalledOnce()
    expect(second.release).toHaveBeenCalledOnce()
  })

  test('ignores a tab that has released the audio', () => {
    const tab = createTabs()
    const [here, there] = [createAudioFocus(tab()), createAudioFocus(tab())]
    const first = holder()
    here.take(first)
    here.leave(first)
    there.take(holder())
    expect(first.release).not.toHaveBeenCalled()
  })
})

function refuse() {
  throw new DOMException('denied', 'SecurityError')
}

describe('word between tabs', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('reaches the other tabs only', async () => {
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
    ['is refused', refuse],
  ])('a tab is on its own where the channel %s', (_case, channel) => {
    vi.stubGlobal('BroadcastChannel', channel)
    const focus = createAudioFocus(openTabChannel('test'))
    const [first, second] = [holder(), holder()]
    focus.take(first)
    focus.take(second)
    expect(first.release).toHaveBeenCalledOnce()
  })
})
