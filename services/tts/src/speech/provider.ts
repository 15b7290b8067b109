import type { WordTime } from '@andscene/contracts/voices/word-time'
import type { Delivery, DeliveryName } from '@andscene/contracts/voices/delivery'
import type { Sound } from '@andscene/contracts/voices/pronunciation'
import type { Voice } from '@andscene/contracts/voices/voice'
import type { Urgency } from './urgency.ts'

/**
 * `durationMs`: exact duration without encoder delay and padding. `tookMs`: the engine's time, if the engine is shared.
 * `words`: when each word of the text is heard, from engines that report it.
 */
export type Clip = {
  mp3: Uint8Array
  durationMs: number
  tookMs?: number | undefined
  words?: readonly WordTime[] | undefined
}

/** The beginning of a clip whose rest is still being spoken; `durationMs` is the duration of the beginning. */
export type ClipHead = Clip & { wholeMs: number }

/** `dueAt`: when the listener's buffer runs out (ms since 1970). `rate`: playback rate, 2 is twice as fast. */
export type Hearing = { dueAt: number; rate: number }

/** `text` is spoken unchanged; it must already be normalized for speech. */
export type SynthesisRequest = {
  voiceId: string
  text: string
  /** How to speak the text; a provider that cannot do the named delivery speaks plainly. */
  delivery?: Delivery | undefined
  /** Pronunciations that a user gave, by their place in `text`. */
  sounds?: readonly Sound[] | undefined
  /** Order of requests in a provider's queue; a request without it is first. */
  urgency?: Urgency | undefined
  signal?: AbortSignal | undefined
  /**
   * Set when a client waits for the first audio: providers with `tellsHeads` send ever longer heads, cut between words.
   */
  onHead?: ((head: ClipHead) => void) | undefined
  /** Used to plan heads; default: due now, at rate 1. */
  hearing?: Hearing | undefined
  /** Called after every part, by providers with `partLimitMs`. */
  onPart?: (() => void) | undefined
}

/**
 * `later`: temporarily unavailable, with `isLoading` ready soon. `never`: until an operator changes something.
 * The sentences are for users.
 */
export type Readiness = 'ready' | { later: string; isLoading?: true } | { never: string }

/** A source of voices (architecture §4, §7). Rejects with {@link SpeechError} or the signal's reason. */
export interface SpeechProvider {
  readonly name: string
  /** Part of the clip key: changes whenever the same voice and text would sound different. */
  readonly engineVersion: string
  /** Runs on the processors of this machine, so that more parallel requests than threads are useless. */
  readonly cpuBound: boolean
  /** Parallel low-priority texts, and additional awaited ones; default: the number of threads or the remote limit. */
  readonly slots?: { limit: number; forAwaited: number }
  /** Typical time per character (ms); default 1. */
  readonly msPerCharacter?: number
  readonly tellsHeads?: boolean
  /** Time limit (ms) from one part to the next, for providers that speak part by part. */
  readonly partLimitMs?: number
  /** Named deliveries that its voices can do; the others are spoken plainly. Default: none. */
  readonly deliveries?: readonly DeliveryName[]
  /** Checked before each text; always ready if undefined. */
  readiness?(): Promise<Readiness>
  voices(): Promise<Voice[]>
  /** Whether its voices are available now; overrides their own `isActive`, which may be outdated. */
  isActive?(): boolean | Promise<boolean>
  synthesise(request: SynthesisRequest): Promise<Clip>
  /** Loads what the first text requires; also resolves when that fails. */
  prepare?(): Promise<void>
  close(): Promise<void>
}

/**
 * `bad-input`: the text can never be spoken · `auth`: key rejected · `quota`: allowance used up ·
 * `network`: connection failed or cut · `server`: the provider failed or sent invalid audio.
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

  /** Stored as `failedReason` of a job that failed permanently. */
  get reason(): string {
    return `${this.kind}: ${this.message}`
  }
}

/** Whether a job failed because its voice cannot speak its text, by the `failedReason`. */
export const isBadInput = (reason: string): boolean =>
  reason.startsWith('bad-input: ' satisfies `${SpeechErrorKind}: `)
