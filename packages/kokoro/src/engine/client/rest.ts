import { SpeakingFailed } from './engine-failure.ts'
import type { NaturalEngineState } from './natural-engine.ts'

/** Deaths in a row after which the engine rests. */
const DEATHS = 3
const FIRST_REST_MS = 120_000
const LONGEST_REST_MS = 1_800_000
/** Others wait so long for the first attempt: about the time of a line. */
const TRY_MS = 2_000

/** When an engine that died again and again may be retried: after minutes, doubled with each failed try. */
export class Rest {
  readonly #now: () => number
  #deaths = 0
  #reason = ''
  #until = 0
  #isTrying = false

  constructor(now: () => number) {
    this.#now = now
  }

  /** `ready` too when another attempt is due: without a request nothing would show whether the engine works again. */
  get state(): NaturalEngineState {
    return this.#deaths < DEATHS || (this.#now() >= this.#until && !this.#isTrying)
      ? { state: 'ready' }
      : { state: 'resting', reason: this.#reason }
  }

  /**
   * Call it before each request: throws `throttled` while the engine rests. Returns true for the one request
   * that may try after a rest; its caller calls `tried` when it has ended.
   */
  check(): boolean {
    if (this.#deaths < DEATHS) return false
    const left = this.#isTrying ? TRY_MS : this.#until - this.#now()
    if (left > 0) throw new SpeakingFailed('throttled', this.#reason, { retryAfterMs: left })
    this.#isTrying = true
    return true
  }

  tried(): void {
    this.#isTrying = false
  }

  died(reason: string): void {
    this.#deaths++
    this.#reason = `Natural voices rest for some minutes, as their engine failed again and again. ${reason}`
    const times = this.#deaths - DEATHS
    if (times >= 0) this.#until = this.#now() + Math.min(FIRST_REST_MS * 2 ** times, LONGEST_REST_MS)
  }

  succeeded(): void {
    this.#deaths = 0
  }
}
