import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connectMediaSession, type MediaTime } from './media-session.ts'
import { ClipError } from '../errors.ts'
import { settle } from '../testing/fake-clock.ts'
import { createHarness, numbered } from '../testing/player-harness.ts'

type Details = Partial<MediaSessionActionDetails>
const keys = new Map<string, ((details: Details) => void) | null>()
const press = (action: string, details: Details = {}) => keys.get(action)?.(details)
const positions: (MediaPositionState | undefined)[] = []
const session = {
  metadata: null as { title: string; artwork: MediaImage[] } | null,
  playbackState: 'none',
  setActionHandler: (action: string, handler: ((details: Details) => void) | null) =>
    void keys.set(action, handler),
  // As in browsers.
  setPositionState(state?: MediaPositionState) {
    const { duration = 0, position = 0, playbackRate = 1 } = state ?? {}
    if (state && !(duration > 0 && position >= 0 && position <= duration && playbackRate !== 0))
      throw new TypeError('not a position')
    positions.push(state)
  },
}
/** A script of 100 s with a position; seeks are recorded. */
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
class SilentAudio extends EventTarget {
  paused = true
  loop = false
  async play() {
    // oxlint-disable-next-line typescript/no-this-alias -- the test looks at it
    silence = this
    this.paused = false
  }
  pause() {
    if (this.paused) return
    this.paused = true
    // As in browsers: in a later task than the pause.
    void settle().then(() => this.dispatchEvent(new Event('pause')))
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

/** A player, and a function that disconnects it from the lock screen. */
function connect(lines = numbered(3)) {
  const harness = createHarness(lines)
  return { ...harness, end: connectMediaSession({ player: harness.player, describe: showing, time }) }
}

test('product §4 the media keys play, pause and stop', async () => {
  const { clock, state } = connect()
  press('play')
  await clock.advance(20)
  expect(state()).toBe('playing')
  const states = ['pause', 'play', 'stop'].map((action) => (press(action), state()))
  expect(states).toEqual(['paused', 'loading', 'stopped'])
})

test('product §4 the track keys move between lines that are read aloud, and continue playing', async () => {
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

test('shows the current state immediately when connected during playback', async () => {
  const { player, clock, end } = connect()
  player.play()
  await clock.advance(20)
  end()
  expect(session).toMatchObject({ playbackState: 'none', metadata: null })
  connectMediaSession({ player, describe: showing, time })
  expect(session).toMatchObject({ playbackState: 'playing', metadata: { title: 'Line 0' } })
})

test('plays silence while a line is held, because phones freeze silent pages', async () => {
  const { player, clips, until, state } = connect()
  clips.fail = () => new ClipError('Network error.', 0, { away: 'offline' })
  player.play()
  await until(() => state() === 'paused')
  expect([session.playbackState, silence?.paused]).toEqual(['paused', false])
  player.clearError()
  expect(silence?.paused).toBe(true)
})

test('product §4 the seek keys move by the requested offset, or by 10 s', () => {
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

test("the lock screen's position follows the line, the speed and the known lengths, at 1×", () => {
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
  ['no length', 0, 0, undefined],
  ['a length that is not a number', 0, Number.NaN, undefined],
  ['an infinite length', 0, Number.POSITIVE_INFINITY, undefined],
  ['a position before the start', -1, 100_000, { position: 0, duration: 100, playbackRate: 1 }],
  ['a position after the end', 101_000, 100_000, { position: 100, duration: 100, playbackRate: 1 }],
])('never sets a position that browsers reject: %s', (_what, elapsedMs, totalMs, told) => {
  Object.assign(place, { elapsedMs, totalMs })
  connect()
  expect(positions).toEqual([told])
})

test('works in a browser without some actions or without a position', () => {
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

describe('product §4 sound that is taken away', () => {
  test('headphones that are removed, or a call, pause at the same point until the listener presses play', async () => {
    const { player, clock, state, output } = connect()
    player.play()
    await clock.advance(500)
    silence!.pause()
    await clock.advance(60_000)
    expect([state(), session.playbackState, silence!.paused]).toEqual(['paused', 'paused', true])
    expect(player.position()).toMatchObject({ line: 0, positionMs: 490 })
    expect(output.audible()).toEqual([])
    press('play')
    await clock.advance(20)
    expect([state(), silence!.paused]).toEqual(['playing', false])
    expect(output.started.filter(({ offsetMs }) => offsetMs > 0)).toMatchObject([
      { text: 'Line 0', offsetMs: 490 },
    ])
  })

  test('the listener who pauses and plays again immediately is not paused', async () => {
    const { player, clock, state } = connect()
    player.play()
    await clock.advance(500)
    player.pause()
    player.play()
    await clock.advance(500)
    expect([state(), silence!.paused]).toEqual(['playing', false])
  })

  test('a script that changes during playback keeps the loop: a phone would refuse another one', async () => {
    const { player, clock, state, end } = connect()
    player.play()
    await clock.advance(500)
    const before = silence
    end()
    connectMediaSession({ player, describe: showing, time })
    await clock.advance(500)
    expect([state(), silence === before, silence!.paused]).toEqual(['playing', true, false])
    silence!.pause()
    await clock.advance(0)
    expect(state()).toBe('paused')
  })

  test('a call that begins just before the script changes pauses', async () => {
    const { player, clock, state, end } = connect()
    player.play()
    await clock.advance(500)
    silence!.pause()
    end()
    connectMediaSession({ player, describe: showing, time })
    await clock.advance(0)
    expect([state(), silence!.paused]).toEqual(['paused', true])
  })

  test('the listener who plays again is not paused if the browser then refuses the loop', async () => {
    const { player, clock, state } = connect()
    player.play()
    await clock.advance(500)
    player.pause()
    const refused = new DOMException('no gesture', 'NotAllowedError')
    const play = vi.spyOn(SilentAudio.prototype, 'play').mockRejectedValue(refused)
    onTestFinished(() => play.mockRestore())
    player.play()
    await clock.advance(500)
    expect([state(), silence!.paused]).toEqual(['playing', true])
  })

  test('media that the system pauses while the loop loads is not started again', async () => {
    const { player, clock, state } = connect()
    player.play()
    await clock.advance(500)
    player.stop()
    const loading = Promise.withResolvers<void>()
    const play = vi.spyOn(SilentAudio.prototype, 'play').mockImplementationOnce(function (this: SilentAudio) {
      this.paused = false
      return loading.promise
    })
    onTestFinished(() => play.mockRestore())
    player.play()
    await clock.advance(0)
    loading.reject(new DOMException('interrupted by a call to pause()', 'AbortError'))
    silence!.pause()
    await Promise.resolve()
    player.setRate(1.5)
    await clock.advance(0)
    expect([state(), play.mock.calls.length, silence!.paused]).toEqual(['paused', 1, true])
  })

  test('a line that is held by an outage is no longer resumed automatically', async () => {
    const { player, clips, clock, until, state } = connect()
    clips.fail = () => new ClipError('Network error.', 0, { away: 'offline' })
    player.play()
    await until(() => state() === 'paused')
    silence!.pause()
    await clock.advance(0)
    clips.fail = () => undefined
    player.online()
    await clock.advance(60_000)
    expect(state()).toBe('paused')
  })

  test('the loop is started again when the browser has refused it', async () => {
    const play = vi.spyOn(SilentAudio.prototype, 'play').mockRejectedValueOnce(new Error('NotAllowedError'))
    const { player, clock } = connect()
    player.play()
    await clock.advance(2_500)
    expect(play.mock.calls.length).toBeGreaterThan(1)
    expect(silence!.paused).toBe(false)
  })
})

test('product §4 the lock screen shows the sign of the product, as a bitmap of its own origin', () => {
  const { player } = connect()
  player.play()
  expect(session.metadata!.artwork).toEqual([
    { src: expect.stringMatching(/\/artwork\.png$/), sizes: '512x512', type: 'image/png' },
  ])
})
