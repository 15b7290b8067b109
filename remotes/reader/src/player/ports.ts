/** What the player needs from the world. All times are milliseconds. */

export type Clock = {
  now(): number
  setTimeout(run: () => void, ms: number): number
  clearTimeout(id: number | undefined): void
}

/** A beginning of a clip that is still being made; of the length of the whole, what is known so far. */
export type ClipHead = { bytes: ArrayBuffer; wholeMs: number }

/** A decoded clip, without the silence that its encoder or its maker left at the ends. */
export type Sound = {
  /** Length at 1×. */
  readonly durationMs: number
}

/** A head that sounds while more is loaded and decoded: a longer head, which is a begun sound itself, or the whole. */
export type BegunClip = ClipHead & { next: Promise<Sound> }

/** Where a sound resumed after a silence: point of the time line, and of the sound at 1×. */
export type Resumption = { readonly startsAt: number; readonly offsetMs: number }

/** A sound that has been put on the output's time line. */
export type Sounding = {
  readonly startsAt: number
  /** Of a clip that has only begun to come, an estimate until it is whole. */
  readonly endsAt: number
  /** Of such a clip: resolves when the end is known; rejects when the rest does not come. */
  readonly whole?: Promise<void> | undefined
  /** Of such a clip: where its sound stops unless more of it comes; undefined once the end is known. */
  readonly silentFrom?: number | undefined
  /** Silences it with a short fade; one that has not begun is never heard. */
  stop(): void
}

export type AudioOutput = {
  /** To be called inside a person's gesture. Rejects with SoundBlockedError when the browser refuses sound. */
  unlock(): Promise<void>
  decode(bytes: ArrayBuffer): Promise<Sound>
  /** A sound that can be started with a head. Rejects when that is no sound. */
  decodeBegun(clip: BegunClip): Promise<Sound>
  /** Makes a sound ready to be started at a speed, with its pitch kept. */
  prepare(sound: Sound, rate: number): Promise<void>
  /** Puts a prepared sound on the time line at `at` or now; `offsetMs` at 1×. `onResumed` reports a resumption. */
  start(
    sound: Sound,
    options: { at: number; offsetMs: number; rate: number; onResumed?: (resumption: Resumption) => void },
  ): Sounding
  /** The output's time line: the point of a sound that starts now. */
  now(): number
  /** The point of the time line that can be heard now (behind `now` by the device's latency). */
  audibleNow(): number
  /** The system took the sound away (a call, another app). Returns the unsubscriber. */
  onInterrupted(listener: () => void): () => void
}

/** One clip request: who speaks what, and where it belongs. */
export type ClipRequest = {
  scriptId: string
  lineId: string
  voiceId: string
  text: string
  /** Object path of the stored clip, when one is known to be valid. */
  path?: string | undefined
}

export type ClipOptions = {
  isUrgent: boolean
  isFresh: boolean
  /** Who may not be able to wait for the whole of a clip that has to be made. */
  hearing?: Hearing | undefined
}

/** When a clip is due, and its speed. If it is late, ever longer heads of it are reported. */
export type Hearing = Due & { onHead: (head: ClipHead) => void }
export type Due = { dueAt: number; rate: number }

/** Where clips come from: the local cache, then the server. */
export type ClipSource = {
  /** Rejects with ClipError or AbortError. Urgent ones are sent during an outage; fresh ones come from the server. */
  fetch(request: ClipRequest, signal: AbortSignal, options?: ClipOptions): Promise<ArrayBuffer>
  /** Forgets a local clip that turned out to be no sound. */
  discard(request: ClipRequest): void
}
