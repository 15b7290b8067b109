import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectMediaSession } from './media-session.ts'
import { ClipError } from '../errors.ts'
import { createHarness, numbered } from '../testing/player-harness.ts'

const keys = new Map<string, (() => void) | null>()
const session = { metadata: null as { title: string } | null, playbackState: 'none', setActionHandler }
function setActionHandler(action: string, handler: (() => void) | null) {
  keys.set(action, handler)
}
const showing = (line: number) => ({ title: `Line ${line}`, artist: '', album: '' })

let silence: SilentAudio | undefined
class SilentAudio {
  paused = true
  loop = false
  async play() {
    // oxlint-disable-next-line typescript/no-this-alias -- the test looks at it
    silence = this
    this.paused = false
  }
  pause() {
    this.paused = true
  }
}

beforeEach(() => {
  Object.defineProperty(navigator, 'mediaSession', { configurable: true, value: session })
  vi.stubGlobal('Audio', SilentAudio)
  vi.stubGlobal('MediaMetadata', function metadata(this: object, given: object) {
    Object.assign(this, given)
  })
  Object.assign(URL, { createObjectURL: () => 'blob:silence', revokeObjectURL: () => undefined })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaSession')
  vi.unstubAllGlobals()
})

test('the keys step from line to line that is read aloud, and play on', async () => {
  const harness = createHarness(numbered(9).map((line, index) => ({ ...line, skip: index % 2 === 1 })))
  const end = connectMediaSession(harness.player, showing)
  harness.player.jump(4)
  await harness.clock.advance(20)
  keys.get('previoustrack')?.()
  await harness.clock.advance(20)
  expect(harness.output.audible()).toEqual(['Line 2'])
  keys.get('nexttrack')?.()
  await harness.clock.advance(20)
  expect(harness.output.audible()).toEqual(['Line 4'])
  end()
  expect(keys.get('nexttrack')).toBeNull()
})

test('connected anew while it plays, the lock screen says so at once', async () => {
  const harness = createHarness(numbered(3))
  const end = connectMediaSession(harness.player, showing)
  harness.player.play()
  await harness.clock.advance(20)
  end()
  expect(session).toMatchObject({ playbackState: 'none', metadata: null })
  const endAgain = connectMediaSession(harness.player, showing)
  expect(session).toMatchObject({ playbackState: 'playing', metadata: { title: 'Line 0' } })
  endAgain()
})

test('while a line is held the silence sounds on: a phone freezes a page that is still', async () => {
  const harness = createHarness(numbered(3))
  const end = connectMediaSession(harness.player, showing)
  harness.clips.fail = () => new ClipError('Network error.', 0, undefined, undefined, 'offline')
  harness.player.play()
  await harness.until(() => harness.state() === 'paused')
  expect(session.playbackState).toBe('paused')
  expect(silence?.paused).toBe(false)
  harness.player.clearError()
  expect(silence?.paused).toBe(true)
  end()
})
