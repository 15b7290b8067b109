import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { connectMediaSession, type MediaTime } from './media-session.ts'
import { ClipError } from '../errors.ts'
import { createHarness, numbered } from '../testing/player-harness.ts'

type Details = Partial<MediaSessionActionDetails>
const keys = new Map<string, ((details: Details) => void) | null>()
const press = (action: string, details: Details = {}) => keys.get(action)?.(details)
const positions: (MediaPositionState | undefined)[] = []
const session = {
  metadata: null as { title: string } | null,
  playbackState: 'none',
  setActionHandler: (action: string, handler: ((details: Details) => void) | null) =>
    void keys.set(action, handler),
  // As browsers do.
  setPositionState(state?: MediaPositionState) {
    const { duration = 0, position = 0, playbackRate = 1 } = state ?? {}
    if (state && !(duration > 0 && position >= 0 && position <= duration && playbackRate !== 0))
      throw new TypeError('not a position')
    positions.push(state)
  },
}
/** A script of 100 s, and where it is; seeks are noted. */
const place = { elapsedMs: 0, totalMs: 100_000 }
const sought: string[] = []
const lengths = new Set<() => void>()
const time: MediaTime = {
  elapsedMs: () => place.elapsedMs,
  totalMs: () => place.totalMs,
  seekBy: (ms) => void sought.push(`by ${ms}`),
  seekTo: (ms) => void sought.push(`to ${ms}`),
  subscribe(listener) {
    lengths.add(listener)
    return () => lengths.delete(listener)
  },
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
  Object.assign(place, { elapsedMs: 0, totalMs: 100_000 })
  for (const list of [sought, positions]) list.length = 0
  Object.defineProperty(navigator, 'mediaSession', { configurable: true, value: session })
  vi.stubGlobal('Audio', SilentAudio)
  vi.stubGlobal('MediaMetadata', function metadata(this: object, given: object) {
    Object.assign(this, given)
  })
  Object.assign(URL, { createObjectURL: () => 'blob:silence' })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaSession')
  vi.unstubAllGlobals()
})

test('the keys step from line to line that is read aloud, and play on', async () => {
  const harness = createHarness(numbered(9).map((line, index) => ({ ...line, skip: index % 2 === 1 })))
  const end = connectMediaSession(harness.player, showing, time)
  harness.player.jump(4)
  await harness.clock.advance(20)
  press('previoustrack')
  await harness.clock.advance(20)
  expect(harness.output.audible()).toEqual(['Line 2'])
  press('nexttrack')
  await harness.clock.advance(20)
  expect(harness.output.audible()).toEqual(['Line 4'])
  end()
  expect(keys.get('nexttrack')).toBeNull()
})

test('connected again while it plays, the lock screen shows that immediately', async () => {
  const harness = createHarness(numbered(3))
  const end = connectMediaSession(harness.player, showing, time)
  harness.player.play()
  await harness.clock.advance(20)
  end()
  expect(session).toMatchObject({ playbackState: 'none', metadata: null })
  const endAgain = connectMediaSession(harness.player, showing, time)
  expect(session).toMatchObject({ playbackState: 'playing', metadata: { title: 'Line 0' } })
  endAgain()
})

test('while a line is held the silence sounds on: a phone freezes a page that is still', async () => {
  const harness = createHarness(numbered(3))
  const end = connectMediaSession(harness.player, showing, time)
  harness.clips.fail = () => new ClipError('Network error.', 0, undefined, undefined, 'offline')
  harness.player.play()
  await harness.until(() => harness.state() === 'paused')
  expect(session.playbackState).toBe('paused')
  expect(silence?.paused).toBe(false)
  harness.player.clearError()
  expect(silence?.paused).toBe(true)
  end()
})

test('product §4: the seek keys move by what the system asks for, else by 10 s', () => {
  const { player } = createHarness(numbered(3))
  const end = connectMediaSession(player, showing, time)
  press('seekforward')
  press('seekbackward')
  press('seekforward', { seekOffset: 30 })
  press('seekbackward', { seekOffset: 5 })
  player.setRate(2)
  press('seekto', { seekTime: 50 })
  press('seekto')
  expect(sought).toEqual(['by 10000', 'by -10000', 'by 30000', 'by -5000', 'to 25000'])
  end()
  press('seekforward')
  expect(sought).toHaveLength(5)
})

test('the position on the lock screen follows the line, the speed and the known lengths, counted at 1×', async () => {
  const harness = createHarness(numbered(3))
  const end = connectMediaSession(harness.player, showing, time)
  place.elapsedMs = 40_000
  harness.player.play()
  await harness.clock.advance(20)
  expect(positions.at(-1)).toEqual({ position: 40, duration: 100, playbackRate: 1 })
  Object.assign(place, { elapsedMs: 20_000, totalMs: 50_000 })
  harness.player.setRate(2)
  expect(positions.at(-1)).toEqual({ position: 40, duration: 100, playbackRate: 2 })
  place.totalMs = 60_000
  for (const report of lengths) report()
  expect(positions.at(-1)).toEqual({ position: 40, duration: 120, playbackRate: 2 })
  end()
  expect(positions.at(-1)).toBeUndefined()
  expect(lengths.size).toBe(0)
})

test.each([
  ['a script without length', { elapsedMs: 0, totalMs: 0 }, undefined],
  ['a length that is no number', { elapsedMs: 0, totalMs: Number.NaN }, undefined],
  ['an endless length', { elapsedMs: 0, totalMs: Number.POSITIVE_INFINITY }, undefined],
  [
    'a place behind the end',
    { elapsedMs: 101_000, totalMs: 100_000 },
    { position: 100, duration: 100, playbackRate: 1 },
  ],
  [
    'a place before the start',
    { elapsedMs: -1, totalMs: 100_000 },
    { position: 0, duration: 100, playbackRate: 1 },
  ],
])('%s is not passed to the system, which would throw', (_what, now, told) => {
  Object.assign(place, now)
  const { player } = createHarness(numbered(3))
  const end = connectMediaSession(player, showing, time)
  expect(positions).toEqual([told])
  end()
})

test('a browser that does not know an action, or no position, still has the others', () => {
  const { setActionHandler, setPositionState } = session
  session.setActionHandler = (action, handler) => {
    if (action === 'seekto') throw new TypeError('unknown')
    setActionHandler(action, handler)
  }
  Reflect.deleteProperty(session, 'setPositionState')
  onTestFinished(() => void Object.assign(session, { setActionHandler, setPositionState }))
  const { player } = createHarness(numbered(3))
  const end = connectMediaSession(player, showing, time)
  press('seekforward')
  expect(sought).toEqual(['by 10000'])
  end()
})
