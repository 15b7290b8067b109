/** How much of what was told of a text is still to be heard, by somebody who began with the first of it and hears on. */
export class Listening {
  readonly #now: () => number
  #endsAt = -Infinity

  /** `now`: milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Seconds. */
  get atHand(): number {
    return Math.max(0, (this.#endsAt - this.#now()) / 1_000)
  }

  /** So many seconds more were told; they follow what was told before, or a silence. */
  told(seconds: number): void {
    const now = this.#now()
    this.#endsAt = Math.max(this.#endsAt, now) + seconds * 1_000
  }
}
