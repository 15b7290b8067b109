export type SpeakingFailedKind = 'bad-input' | 'throttled' | 'server'

/** `bad-input`: the text has nothing to say. `throttled`: the engine rests for `retryAfterMs`. `server`: the engine failed. */
export class SpeakingFailed extends Error {
  override readonly name = 'SpeakingFailed'
  readonly kind: SpeakingFailedKind
  readonly retryAfterMs: number | undefined

  constructor(
    kind: SpeakingFailedKind,
    message: string,
    options: ErrorOptions & { retryAfterMs?: number } = {},
  ) {
    super(message, options)
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs
  }
}
