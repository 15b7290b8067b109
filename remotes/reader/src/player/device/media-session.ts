import type { Player } from '../engine/player.ts'
import { isActive } from '../engine/state.ts'

/** Media keys and the lock screen. A media session requires a playing media element: a silent loop. */

type Description = { title: string; artist: string; album: string }

/** Length of the silent loop; browsers treat shorter elements as notification sounds. */
const SILENCE_SECONDS = 10
const SILENCE_RATE = 8_000

/** Returns a silent WAV file: mono, 8 bits. All browsers run on little-endian machines. */
function silentWav(): Blob {
  const length = SILENCE_SECONDS * SILENCE_RATE
  const format = [Uint32Array.of(16), Uint16Array.of(1, 1), Uint32Array.of(SILENCE_RATE, SILENCE_RATE)]
  const header = ['RIFF', Uint32Array.of(36 + length), 'WAVEfmt ', ...format, Uint16Array.of(1, 8)]
  const samples = new Uint8Array(length).fill(128)
  return new Blob([...header, 'data', Uint32Array.of(length), samples], { type: 'audio/wav' })
}

/** One for the page: a phone refuses to play another one without a gesture, such as after a new casting. */
let loop: HTMLAudioElement | undefined

function theLoop(): HTMLAudioElement {
  if (loop) return loop
  loop = new Audio(URL.createObjectURL(silentWav()))
  loop.loop = true
  return loop
}

const SEEK_SECONDS = 10

/** Lock screens require a bitmap, and crop it themselves. */
const ARTWORK: MediaImage[] = [
  { src: new URL('./artwork.png', import.meta.url).href, sizes: '512x512', type: 'image/png' },
]

/** The elapsed and total time of the script at the current speed. Milliseconds. */
export type MediaTime = {
  elapsedMs(): number
  totalMs(): number
  seekBy(ms: number): void
  seekTo(ms: number): void
  subscribe(listener: () => void): () => void
}

export type MediaSource = {
  player: Player
  /** The lock screen's text. */
  describe: (line: number) => Description
  /** Absent: the system shows no position, and does not seek. */
  time?: MediaTime
}

/** Connects a player. Returns a function that disconnects it. */
export function connectMediaSession({ player, describe, time }: MediaSource): () => void {
  if (!('mediaSession' in navigator)) return () => undefined
  const { mediaSession } = navigator
  let shownLine = -2
  /** Whether the silent loop should play: then only the system pauses it. */
  let isAwake = false
  /** The loop was asked to play, and the browser has not refused. */
  let isHeld = false

  /**
   * The system has paused the page: headphones were removed, or a call or another app plays. The event of our own pause
   * may arrive when the loop plays again, or when the browser has refused that.
   */
  const pausedFromOutside = () => {
    if (isAwake && isHeld && loop?.paused) player.pause()
  }
  function hold() {
    const element = theLoop()
    element.addEventListener('pause', pausedFromOutside)
    isHeld = true
    // Rejected without a gesture: then there is no lock screen until the next change. Aborted by a pause: see its event.
    void element.play().catch(({ name }: Error) => name !== 'AbortError' && (isHeld = false))
  }
  function rest() {
    isHeld = false
    loop?.pause()
  }

  /** A step from the lock screen also plays, because the new line cannot be seen. */
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
    ...(time && {
      seekbackward: ({ seekOffset }) => time.seekBy(-1_000 * (seekOffset || SEEK_SECONDS)),
      seekforward: ({ seekOffset }) => time.seekBy(1_000 * (seekOffset || SEEK_SECONDS)),
      // The lock screen counts time at 1×.
      seekto: ({ seekTime }) =>
        seekTime !== undefined && time.seekTo((1_000 * seekTime) / player.getSnapshot().rate),
    }),
  }
  const actions = Object.keys(handlers) as MediaSessionAction[]
  for (const action of actions) setHandler(action, handlers[action]!)

  const tellPosition = () => {
    if (!time) return
    const { rate } = player.getSnapshot()
    setPosition((time.elapsedMs() * rate) / 1_000, (time.totalMs() * rate) / 1_000, rate)
  }
  const follow = () => {
    const { state, line, error } = player.getSnapshot()
    const isPlaying = isActive({ state })
    // Phones freeze a silent page, and a held line could not resume.
    isAwake = isPlaying || (error?.kind === 'away' && error.isWaiting)
    mediaSession.playbackState = isPlaying ? 'playing' : state === 'paused' ? 'paused' : 'none'
    if (isAwake && !isHeld) hold()
    if (!isAwake) rest()
    if (line !== shownLine) {
      shownLine = line
      mediaSession.metadata = new MediaMetadata({ ...describe(line), artwork: ARTWORK })
    }
    tellPosition()
  }
  // When connected during playback, show the current state.
  follow()
  const leave = [player.subscribe(follow), ...(time ? [time.subscribe(tellPosition)] : [])]
  return () => {
    // Its event would come too late.
    pausedFromOutside()
    for (const unsubscribe of leave) unsubscribe()
    for (const action of actions) setHandler(action, null)
    setPosition(0, 0, 1)
    mediaSession.metadata = null
    mediaSession.playbackState = 'none'
    isAwake = false
    rest()
    loop?.removeEventListener('pause', pausedFromOutside)
  }
}

/** Browsers throw on unknown actions. */
function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null) {
  try {
    navigator.mediaSession.setActionHandler(action, handler)
  } catch {
    // The browser has no such button.
  }
}

/** Seconds at 1×. Browsers throw for a duration of 0 or a position outside it. */
function setPosition(position: number, duration: number, playbackRate: number) {
  const isTime = Number.isFinite(duration) && duration > 0 && Number.isFinite(position)
  const state = { duration, playbackRate, position: Math.min(Math.max(position, 0), duration) }
  try {
    navigator.mediaSession.setPositionState(isTime ? state : undefined)
  } catch {
    // The browser shows no position.
  }
}
