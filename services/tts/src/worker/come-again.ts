import { QUEUE_COME_AGAIN_MS } from '@andscene/contracts/deadlines'

/** What a long text takes before one was measured (ms). */
const FIRST_GUESS_MS = 2_000
/** How much a new measurement counts. */
const WEIGHT = 0.25
const AWAITED_MS = 500
/** Texts of a voice that is not there yet: the first looks again after this, */
const SOONEST_LOOK_MS = 5_000
/** the next ones so much later each, so that a queue full of them is no work to speak of, */
const LOOKS_APART_MS = 25
/** and the last ones after this. */
const LATEST_LOOK_MS = 60_000

/**
 * When texts that found no slot come again: awaited ones soon; of the others about as many as can be spoken, or a queue
 * full of them would be taken and handed back without end.
 */
export class ComeAgain {
  #average = FIRST_GUESS_MS
  #next = 0
  #nextLook = 0

  /** A long text was spoken in `ms`. */
  took(ms: number): void {
    this.#average += (ms - this.#average) * WEIGHT
  }

  /** Milliseconds from `now`. */
  after({ awaited, now }: { awaited: boolean; now: number }): number {
    // Unlike for each, or all come again at the same moment.
    if (awaited) return AWAITED_MS * (1 + Math.random())
    this.#next = Math.min(Math.max(this.#next, now) + this.#average, now + QUEUE_COME_AGAIN_MS)
    return this.#next - now
  }

  /** The same for a text whose provider cannot speak yet. */
  whenReady({ awaited, now }: { awaited: boolean; now: number }): number {
    // Another worker may be further.
    if (awaited) return AWAITED_MS * (1 + Math.random())
    this.#nextLook = Math.max(this.#nextLook, now + SOONEST_LOOK_MS) + LOOKS_APART_MS
    if (this.#nextLook <= now + LATEST_LOOK_MS) return this.#nextLook - now
    this.#nextLook = now + LATEST_LOOK_MS
    return LATEST_LOOK_MS * (1 - Math.random() / 2)
  }
}
