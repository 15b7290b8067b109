/** Shown to every user, so without messages of the system, which contain folder names. */
const SENTENCES = {
  memory: 'There is not enough memory for the natural voices.',
  engine: 'The engine of the natural voices failed.',
  start: 'The engine of the natural voices could not be started.',
  late: 'The engine of the natural voices did not start in time.',
  hanging: 'The engine of the natural voices gave no sign of life and was ended.',
  ended: 'The engine of the natural voices ended unexpectedly.',
} as const
export type EngineFailureKind = keyof typeof SENTENCES

export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'

  constructor(kind: EngineFailureKind, cause?: unknown) {
    super(SENTENCES[kind], { cause })
  }
}

const OUT_OF_MEMORY =
  /bad_alloc|alloc(?:ation|ate)?\b.*(?:fail|memory)|fail\w* to allocate|out of memory|ENOMEM/i

export const isOutOfMemory = (said: string): boolean => OUT_OF_MEMORY.test(said)

export type SpeakingFailedKind = 'bad-input' | 'throttled' | 'server'

/** `bad-input`: nothing to speak. `throttled`: the engine rests for `retryAfterMs`. `server`: the engine failed. */
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
