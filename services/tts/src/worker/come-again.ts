import { QUEUE_COME_AGAIN_MS } from '@andscene/contracts/deadlines'

/** Assumed duration of a long text before the first measurement (ms). */
const FIRST_GUESS_MS = 2_000
const WEIGHT = 0.25
const AWAITED_MS = 500
/** For voices that are not ready: the delay of the first text, */
const SOONEST_LOOK_MS = 5_000
/** the additional delay of each further one, so that a full queue causes little load, */
const LOOKS_APART_MS = 25
/** and the longest delay. */
const LATEST_LOOK_MS = 60_000

/** Delays of texts without a slot: short for awaited ones, else at the rate of speech, so that a queue does not loop. */
export class ComeAgain {
  #average = FIRST_GUESS_MS
  #next = 0
  #nextLook = 0

  took(ms: number): void {
    this.#average += (ms - this.#average) * WEIGHT
  }

  after({ awaited, now }: { awaited: boolean; now: number }): number {
    // With jitter, so that they do not all return simultaneously.
    if (awaited) return AWAITED_MS * (1 + Math.random())
    this.#next = Math.min(Math.max(this.#next, now) + this.#average, now + QUEUE_COME_AGAIN_MS)
    return this.#next - now
  }

  whenReady({ awaited, now }: { awaited: boolean; now: number }): number {
    // Another worker may be ready.
    if (awaited) return AWAITED_MS * (1 + Math.random())
    this.#nextLook = Math.max(this.#nextLook, now + SOONEST_LOOK_MS) + LOOKS_APART_MS
    if (this.#nextLook <= now + LATEST_LOOK_MS) return this.#nextLook - now
    this.#nextLook = now + LATEST_LOOK_MS
    return LATEST_LOOK_MS * (1 - Math.random() / 2)
  }
}
