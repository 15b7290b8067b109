import type { LineSound } from '@andscene/screenplay/sound/line-sounds'

/** Interfaces of the player to its environment. All times are in milliseconds. */

export type Clock = {
  now(): number
  setTimeout(run: () => void, ms: number): number
  clearTimeout(id: number | undefined): void
}

/** The first part of a clip that is still being generated, with the estimated length of the whole. */
export type ClipHead = { bytes: ArrayBuffer; wholeMs: number }

/** A decoded clip, with the silence at both ends trimmed. */
export type Sound = {
  /** Length at 1× of the listener, at the pace of its character. All positions in it are on this scale. */
  readonly durationMs: number
}

/** A head that plays while more is loaded: `next` is a longer head (also with a `next`) or the whole. */
export type BegunClip = ClipHead & { next: Promise<Sound> }

/** Where a sound resumed after a silence: point of the timeline, and of the sound at 1×. */
export type Resumption = { readonly startsAt: number; readonly offsetMs: number }

/** A sound scheduled on the output's timeline. */
export type Sounding = {
  readonly startsAt: number
  /** For an incomplete clip, an estimate until it is complete. */
  readonly endsAt: number
  /** For an incomplete clip: resolves when the end is known; rejects when the rest fails. */
  readonly whole?: Promise<void> | undefined
  /** For an incomplete clip: where its sound stops unless more arrives; undefined once the end is known. */
  readonly silentFrom?: number | undefined
  /** Stops it with a short fade; if it has not started, it is never heard. */
  stop(): void
}

export type AudioOutput = {
  /** Must be called in a user gesture. Rejects with SoundBlockedError when the browser blocks sound. */
  unlock(): Promise<void>
  /** With `how`, the sound is heard at that pace and pitch, in that place. */
  decode(bytes: ArrayBuffer, how?: LineSound): Promise<Sound>
  /** Decodes a sound that can start with its head. Rejects when the head cannot be decoded. */
  decodeBegun(clip: BegunClip, how?: LineSound): Promise<Sound>
  /** Prepares a sound for a speed, with its pitch kept. */
  prepare(sound: Sound, rate: number): Promise<void>
  /** Schedules a prepared sound at `at` or now; `offsetMs` at 1×. Calls `onResumed` after a silence. */
  start(
    sound: Sound,
    options: { at: number; offsetMs: number; rate: number; onResumed?: (resumption: Resumption) => void },
  ): Sounding
  /** Changes the volume of all sounds, 0 to 1, over a time. */
  setVolume(to: number, ms: number): void
  /** The point of the output's timeline at which a sound would start now. */
  now(): number
  /** The currently audible point of the timeline (behind `now` by the device's latency). */
  audibleNow(): number
  /** Subscribes to interruptions by the system (a call, another app). Returns a function that unsubscribes. */
  onInterrupted(listener: () => void): () => void
}

/** A clip request: voice, text and line. */
export type ClipRequest = {
  scriptId: string
  lineId: string
  /** Of which draft the line is; absent with an older backend. */
  draft?: number | undefined
  voiceId: string
  /** Set for a line that is spoken in its own language, by a voice of that language. */
  language?: string | undefined
  text: string
  /** Whether the narrator reads directions inside the speech; undefined for a line that can have none. */
  readsDirections?: boolean | undefined
  /** How the clip is played; the clip itself is the same. */
  sound?: LineSound | undefined
  /** Object path of the stored clip, if it is known to be valid. */
  path?: string | undefined
  /** Of the casting, to which directions and pronunciations belong; absent with an older backend. */
  version?: number | undefined
}

export type ClipOptions = {
  isUrgent: boolean
  isFresh: boolean
  /** Set when the listener may be unable to wait for the whole clip. */
  hearing?: Hearing | undefined
}

/** When a clip is due, and its speed. If it is late, `onHead` receives ever longer heads. */
export type Hearing = Due & { onHead: (head: ClipHead) => void }
export type Due = { dueAt: number; rate: number }

/** Loads clips: from the local cache, otherwise from the server. */
export type ClipSource = {
  /** Rejects with ClipError or AbortError. Urgent requests are sent during an outage; fresh ones bypass the cache. */
  fetch(request: ClipRequest, signal: AbortSignal, options?: ClipOptions): Promise<ArrayBuffer>
  /** Removes a local clip that could not be decoded. */
  discard(request: ClipRequest): void
}
