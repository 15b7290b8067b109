import type { Voice } from '@andscene/contracts/voices/voice'
import type { Urgency } from './urgency.ts'

/** `durationMs` is the exact sound, without encoder delay and padding; `tookMs` is the engine's time, if shared. */
export type Clip = { mp3: Uint8Array; durationMs: number; tookMs?: number | undefined }

/** The beginning of a clip whose rest is still being spoken; `durationMs` is the length of the beginning. */
export type ClipHead = Clip & { wholeMs: number }

/** When (ms since 1970) the listener's buffer runs out, and the playback rate: 2 is twice as fast. */
export type Hearing = { dueAt: number; rate: number }

/** `text` is spoken as it is; normalization for speech happens before. */
export type SynthesisRequest = {
  voiceId: string
  text: string
  /** Order of requests in a provider's queue; a request without it goes first. */
  urgency?: Urgency | undefined
  signal?: AbortSignal | undefined
  /** A client waits for the first sound: providers with `tellsHeads` send ever longer heads, cut between words. */
  onHead?: ((head: ClipHead) => void) | undefined
  /** Heads are planned by it; now and at rate 1 when absent. */
  hearing?: Hearing | undefined
  /** Called after every part by a provider that speaks part by part (`partLimitMs`). */
  onPart?: (() => void) | undefined
}

/** `later`: not yet, with `isLoading` soon; `never`: not before an operator changes something. Sentences for people. */
export type Readiness = 'ready' | { later: string; isLoading?: true } | { never: string }

/** A source of voices (architecture §4, §7). Rejects with {@link SpeechError} or the signal's reason. */
export interface SpeechProvider {
  readonly name: string
  /** Part of the clip key: changes whenever the same voice and text would sound different. */
  readonly engineVersion: string
  /** Speaks on this machine's processors, so more parallel requests than threads gain nothing. */
  readonly cpuBound: boolean
  /** Parallel texts made ahead, and awaited ones in addition, where not the number of threads or the remote limit. */
  readonly slots?: { limit: number; forAwaited: number }
  /** What a character of a text takes it, as a rule (ms); 1 when absent. */
  readonly msPerCharacter?: number
  readonly tellsHeads?: boolean
  /** Speaks part by part: the time limit (ms) is from one part to the next. */
  readonly partLimitMs?: number
  /** Checked before each text; always ready when absent. */
  readiness?(): Promise<Readiness>
  voices(): Promise<Voice[]>
  /** Whether its voices can be heard now; overrides their own `isActive`, which may be old. */
  isActive?(): boolean | Promise<boolean>
  synthesise(request: SynthesisRequest): Promise<Clip>
  /** Loads what the first text needs; resolves also when that fails. */
  prepare?(): Promise<void>
  close(): Promise<void>
}

/**
 * `bad-input`: this text can never be spoken · `auth`: key refused · `quota`: allowance used up ·
 * `network`: not reached or cut off · `server`: the provider failed or sent bad audio.
 */
export type SpeechErrorKind =
  'bad-input' | 'unknown-voice' | 'auth' | 'throttled' | 'quota' | 'network' | 'server' | 'timeout'

const RETRYABLE: ReadonlySet<SpeechErrorKind> = new Set(['throttled', 'network', 'server', 'timeout'])

export class SpeechError extends Error {
  override readonly name = 'SpeechError'
  readonly kind: SpeechErrorKind
  readonly retryAfterMs: number | undefined

  constructor(
    kind: SpeechErrorKind,
    message: string,
    options: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs
  }

  get retryable(): boolean {
    return RETRYABLE.has(this.kind)
  }

  /** Stored as the reason of a job that failed permanently. */
  get reason(): string {
    return `${this.kind}: ${this.message}`
  }
}

/** Whether a job failed because its voice cannot speak its text, by the reason that it keeps. */
export const isBadInput = (reason: string): boolean =>
  reason.startsWith('bad-input: ' satisfies `${SpeechErrorKind}: `)
