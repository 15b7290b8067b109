import type { Player } from '../engine/player.ts'
import { isActive } from '../engine/state.ts'

/** Media keys and the lock screen. A Media Session needs a media element: a silent loop stands for the AudioContext. */

type Description = { title: string; artist: string; album: string }

/** Seconds of silence in the loop; shorter elements are taken for notification sounds. */
const SILENCE_SECONDS = 10
const SILENCE_RATE = 8_000

/** A WAV file of silence: mono, 8 bits. All browsers run on little-endian machines. */
function silentWav(): Blob {
  const length = SILENCE_SECONDS * SILENCE_RATE
  const format = [Uint32Array.of(16), Uint16Array.of(1, 1), Uint32Array.of(SILENCE_RATE, SILENCE_RATE)]
  const header = ['RIFF', Uint32Array.of(36 + length), 'WAVEfmt ', ...format, Uint16Array.of(1, 8)]
  const samples = new Uint8Array(length).fill(128)
  return new Blob([...header, 'data', Uint32Array.of(length), samples], { type: 'audio/wav' })
}

/** Its address, for as long as the page lives: an element may still load it when a player ends. */
let silence: string | undefined

const SEEK_SECONDS = 10

/** The script as one length of time, at the present speed. Milliseconds. */
export type MediaTime = {
  elapsedMs(): number
  totalMs(): number
  seekBy(ms: number): void
  seekTo(ms: number): void
  subscribe(listener: () => void): () => void
}

/** Connects a player; `describe` says what the lock screen shows. Returns the end of it. */
export function connectMediaSession(
  player: Player,
  describe: (line: number) => Description,
  time: MediaTime,
): () => void {
  if (!('mediaSession' in navigator)) return () => undefined
  const { mediaSession } = navigator
  let element: HTMLAudioElement | undefined
  let shownLine = -2

  function hold() {
    if (!element) {
      element = new Audio((silence ??= URL.createObjectURL(silentWav())))
      element.loop = true
    }
    // Refused without a gesture: then there is no lock screen to serve either.
    void element.play().catch(() => undefined)
  }

  /** From the lock screen a step is taken to hear the new line, so it plays. */
  const step = (direction: 'next' | 'previous') => {
    const before = player.getSnapshot()
    player.moveSpoken(direction)
    if (isActive(before) && player.getSnapshot().line !== before.line) player.play()
  }
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => player.play(),
    pause: () => player.pause(),
    stop: () => player.stop(),
    nexttrack: () => step('next'),
    previoustrack: () => step('previous'),
    seekbackward: ({ seekOffset }) => time.seekBy(-1_000 * (seekOffset || SEEK_SECONDS)),
    seekforward: ({ seekOffset }) => time.seekBy(1_000 * (seekOffset || SEEK_SECONDS)),
    // The lock screen counts at 1×.
    seekto: ({ seekTime }) =>
      seekTime !== undefined && time.seekTo((1_000 * seekTime) / player.getSnapshot().rate),
  }
  const actions = Object.keys(handlers) as MediaSessionAction[]
  for (const action of actions) setHandler(action, handlers[action]!)

  const tellPosition = () => {
    const { rate } = player.getSnapshot()
    setPosition((time.elapsedMs() * rate) / 1_000, (time.totalMs() * rate) / 1_000, rate)
  }
  const follow = () => {
    const { state, line, error } = player.getSnapshot()
    const isPlaying = isActive({ state })
    // A phone freezes a silent page: a held line could not resume.
    const isAwake = isPlaying || (error?.kind === 'away' && error.isWaiting)
    mediaSession.playbackState = isPlaying ? 'playing' : state === 'paused' ? 'paused' : 'none'
    if (isAwake && (!element || element.paused)) hold()
    if (!isAwake) element?.pause()
    if (line !== shownLine) {
      shownLine = line
      mediaSession.metadata = new MediaMetadata(describe(line))
    }
    tellPosition()
  }
  // Reconnected while it plays, the lock screen keeps its state.
  follow()
  const leave = [player.subscribe(follow), time.subscribe(tellPosition)]
  return () => {
    for (const unsubscribe of leave) unsubscribe()
    for (const action of actions) setHandler(action, null)
    setPosition(0, 0, 1)
    mediaSession.metadata = null
    mediaSession.playbackState = 'none'
    element?.pause()
  }
}

/** A browser refuses actions that it does not know. */
function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null) {
  try {
    navigator.mediaSession.setActionHandler(action, handler)
  } catch {
    // Its lock screen has no such button.
  }
}

/** Seconds at 1×. Browsers refuse a length of 0, and positions outside the length. */
function setPosition(position: number, duration: number, playbackRate: number) {
  const isTime = Number.isFinite(duration) && duration > 0 && Number.isFinite(position)
  const state = { duration, playbackRate, position: Math.min(Math.max(position, 0), duration) }
  try {
    navigator.mediaSession.setPositionState(isTime ? state : undefined)
  } catch {
    // The lock screen shows no position.
  }
}
