import { BREATH_SECONDS, FRAMES_PER_SECOND, framesOf, heardSeconds, type PartFrames } from './head-plan.ts'
import type { EngineHead } from '../process/engine.ts'
import type { Listener } from '../inference/model.ts'

type Hearing = { afterMs: number; rate: number }

/** Longest silence between two messages of a long text; a client that waits longer requests it again. */
const SILENT_SECONDS = 10
/** Factors by which the next part may be slower and later than expected. */
const CAUTION = 1.5
const MARGIN_SECONDS = 1

/**
 * Sends a text to its listener while it is spoken: finished parts only when sent speech is about to run out,
 * because each head contains all that is spoken so far.
 */
export class Audience implements Listener {
  readonly rate: number
  readonly #runs: readonly string[]
  readonly #tell: (head: EngineHead) => void
  readonly #now: () => number
  #part = 0
  #heard = 0
  #frames = 0
  #untold = 0
  #toldAt: number
  /** When the listener has heard all that was sent. */
  #endsAt: number

  /** `runs`: phonemes of the parts; `now` in milliseconds. */
  constructor(
    runs: readonly string[],
    tell: (head: EngineHead) => void,
    hearing: Hearing,
    now: () => number = () => performance.now(),
  ) {
    this.rate = hearing.rate
    this.#runs = runs
    this.#tell = tell
    this.#now = now
    this.#toldAt = now()
    this.#endsAt = this.#toldAt + hearing.afterMs
  }

  get atHand(): number {
    return this.#toldAtHand + this.#untold / this.rate
  }

  /** Seconds that a listener who starts with the first sample still has to hear. */
  get #toldAtHand(): number {
    return Math.max(0, (this.#endsAt - this.#now()) / 1_000)
  }

  get hasMore(): boolean {
    return this.#part < this.#runs.length - 1
  }

  hear(samples: Float32Array, piece: PartFrames, { to }: { to: number }): void {
    const heard = heardSeconds(piece, to)
    this.#untold += heard - this.#heard
    this.#heard = heard
    this.#tellAll(samples, piece)
  }

  /** The last part is no head any more. */
  hearPart(tokens: ArrayLike<number>, durations: ArrayLike<number>, secondsPerFrame: number): void {
    const piece = framesOf(tokens, durations)
    this.#untold += heardSeconds(piece, piece.total) - this.#heard + BREATH_SECONDS
    this.#heard = 0
    this.#frames += piece.total
    this.#part += 1
    const next = this.#runs[this.#part]
    if (next === undefined) return
    const needed = this.#framesOf(next.length) * secondsPerFrame * CAUTION + MARGIN_SECONDS
    const isQuiet = this.#now() - this.#toldAt > SILENT_SECONDS * 1_000
    if (isQuiet || this.#toldAtHand < needed) this.#tellAll(NO_SAMPLES)
  }

  #tellAll(samples: Float32Array, piece?: PartFrames): void {
    this.#toldAt = this.#now()
    this.#endsAt = Math.max(this.#endsAt, this.#toldAt) + (this.#untold / this.rate) * 1_000
    this.#untold = 0
    const rest = this.#runs.slice(this.#part + (piece ? 1 : 0)).join('').length
    const frames = this.#frames + (piece?.total ?? 0) + this.#framesOf(rest, piece)
    this.#tell({ samples, wholeMs: (frames / FRAMES_PER_SECOND) * 1_000 })
  }

  #framesOf(phonemes: number, piece?: PartFrames): number {
    const known = this.#runs.slice(0, this.#part + (piece ? 1 : 0)).join('').length
    return ((this.#frames + (piece?.total ?? 0)) / known) * phonemes
  }
}

const NO_SAMPLES = new Float32Array(0)
