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
  lengths.clear()
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

/** A player, and the end of its connection to the lock screen. */
function connect(lines = numbered(3)) {
  const harness = createHarness(lines)
  return { ...harness, end: connectMediaSession(harness.player, showing, time) }
}

test('product §4 the media keys play, pause and stop', async () => {
  const { clock, state } = connect()
  press('play')
  await clock.advance(20)
  expect(state()).toBe('playing')
  const states = ['pause', 'play', 'stop'].map((action) => (press(action), state()))
  expect(states).toEqual(['paused', 'loading', 'stopped'])
})

test('product §4 the keys step from line to line that is read aloud, and play on', async () => {
  const lines = numbered(9).map((line, index) => ({ ...line, skip: index % 2 === 1 }))
  const { player, clock, output, end } = connect(lines)
  player.jump(4)
  await clock.advance(20)
  for (const [action, text] of [
    ['previoustrack', 'Line 2'],
    ['nexttrack', 'Line 4'],
  ] as const) {
    press(action)
    await clock.advance(20)
    expect(output.audible()).toEqual([text])
  }
  end()
  expect(keys.get('nexttrack')).toBeNull()
})

test('connected again while it plays, the lock screen shows that immediately', async () => {
  const { player, clock, end } = connect()
  player.play()
  await clock.advance(20)
  end()
  expect(session).toMatchObject({ playbackState: 'none', metadata: null })
  connectMediaSession(player, showing, time)
  expect(session).toMatchObject({ playbackState: 'playing', metadata: { title: 'Line 0' } })
})

test('while a line is held the silence plays on: a phone freezes a page that is still', async () => {
  const { player, clips, until, state } = connect()
  clips.fail = () => new ClipError('Network error.', 0, { away: 'offline' })
  player.play()
  await until(() => state() === 'paused')
  expect([session.playbackState, silence?.paused]).toEqual(['paused', false])
  player.clearError()
  expect(silence?.paused).toBe(true)
})

test('product §4 the seek keys move by what the system asks for, else by 10 s', () => {
  const { player } = connect()
  press('seekforward')
  press('seekbackward')
  press('seekforward', { seekOffset: 30 })
  press('seekbackward', { seekOffset: 5 })
  player.setRate(2)
  press('seekto', { seekTime: 50 })
  press('seekto')
  expect(sought).toEqual(['by 10000', 'by -10000', 'by 30000', 'by -5000', 'to 25000'])
})

test('the position on the lock screen follows the line, the speed and the known lengths, counted at 1×', () => {
  const { player, end } = connect()
  place.elapsedMs = 40_000
  player.play()
  expect(positions.at(-1)).toEqual({ position: 40, duration: 100, playbackRate: 1 })
  Object.assign(place, { elapsedMs: 20_000, totalMs: 50_000 })
  player.setRate(2)
  expect(positions.at(-1)).toEqual({ position: 40, duration: 100, playbackRate: 2 })
  place.totalMs = 60_000
  for (const report of lengths) report()
  expect(positions.at(-1)).toEqual({ position: 40, duration: 120, playbackRate: 2 })
  end()
  expect([positions.at(-1), lengths.size]).toEqual([undefined, 0])
})

test.each([
  ['without a length', 0, 0, undefined],
  ['of a length that is no number', 0, Number.NaN, undefined],
  ['of an endless length', 0, Number.POSITIVE_INFINITY, undefined],
  ['before its start', -1, 100_000, { position: 0, duration: 100, playbackRate: 1 }],
  ['behind its end', 101_000, 100_000, { position: 100, duration: 100, playbackRate: 1 }],
])(
  'the system, which would throw, is not given a place in a script %s',
  (_what, elapsedMs, totalMs, told) => {
    Object.assign(place, { elapsedMs, totalMs })
    connect()
    expect(positions).toEqual([told])
  },
)

test('a browser that does not know an action, or no position, still has the others', () => {
  const { setActionHandler, setPositionState } = session
  session.setActionHandler = (action, handler) => {
    if (action === 'seekto') throw new TypeError('unknown')
    setActionHandler(action, handler)
  }
  Reflect.deleteProperty(session, 'setPositionState')
  onTestFinished(() => void Object.assign(session, { setActionHandler, setPositionState }))
  connect()
  press('seekforward')
  expect(sought).toEqual(['by 10000'])
})
