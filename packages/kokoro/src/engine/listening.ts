/** From when on somebody hears a text, and how fast: 2 is twice as fast as it is spoken. */
export type Hearing = { afterMs: number; rate: number }

/** How much of what was told of a text is still to be heard, by somebody who begins with the first of it and hears on. */
export class Listening {
  readonly #now: () => number
  readonly #rate: number
  #endsAt: number

  /** `now`: milliseconds. */
  constructor({ afterMs, rate }: Hearing, now: () => number = () => performance.now()) {
    this.#now = now
    this.#rate = rate
    this.#endsAt = now() + afterMs
  }

  /** Seconds until all is heard, and what came before it. */
  get atHand(): number {
    return Math.max(0, (this.#endsAt - this.#now()) / 1_000)
  }

  /** So many seconds of speech more were told; they follow what was told before, or a silence. */
  told(seconds: number): void {
    const now = this.#now()
    this.#endsAt = Math.max(this.#endsAt, now) + (seconds / this.#rate) * 1_000
  }
}
