import { Slots, type Turn } from './slots.ts'

export type SpeechTurn = Turn & {
  long: boolean
  /** Somebody waits for it. */
  awaited?: boolean
}

/** A text longer than this (characters, about 40 s of sound) is long. */
const LONG_TEXT = 600
export const isLong = (text: string) => text.length > LONG_TEXT

/** Another long text waits already, and is needed as soon. */
export class Crowded extends Error {
  override readonly name = 'Crowded'
}

/**
 * Texts that one provider speaks at once: `limit` of them, by priority. Long texts leave one slot free, so that a short
 * one never waits until a long one is spoken; `spareForLong` adds one for them where there is only one. One long text
 * may wait here, the one that is needed soonest; the others wait in the queue. `forAwaited` slots more are for those that
 * somebody waits for, so that these are never behind what is made ahead.
 */
export class SpeechSlots {
  /** Texts spoken at once at most. */
  readonly capacity: number
  readonly #all: Slots
  /** What nobody waits for shares these; undefined where all share `#all`. */
  readonly #ahead: Slots | undefined
  readonly #long: Slots
  /** The same for long texts: one that somebody waits for is not behind one that is made ahead. */
  readonly #longAhead: Slots | undefined
  /** Whether long texts have a slot that no other may take. */
  readonly #hasSpare: boolean
  #nextLong: { priority: number; leave(reason: Crowded): void } | undefined

  constructor(limit: number, { spareForLong = false, forAwaited = 0 } = {}) {
    this.#hasSpare = spareForLong && limit === 1
    this.#all = new Slots(limit + forAwaited)
    this.#ahead = forAwaited > 0 ? new Slots(limit) : undefined
    const forLong = Math.max(1, limit - 1)
    this.#long = new Slots(forLong + forAwaited)
    this.#longAhead = forAwaited > 0 ? new Slots(forLong) : undefined
    this.capacity = (this.#hasSpare ? 2 : limit) + forAwaited
  }

  /** Rejects with the signal's reason when it aborts before a slot is free, and a long text with {@link Crowded}. */
  async run<T>(turn: SpeechTurn, work: () => Promise<T>): Promise<T> {
    return turn.long ? this.#runLong(turn, work) : this.#runAny(turn, work)
  }

  #runAny<T>(turn: Turn & { awaited?: boolean }, work: () => Promise<T>): Promise<T> {
    if (turn.awaited || !this.#ahead) return this.#all.run(turn, work)
    return this.#ahead.run(turn, () => this.#all.run(turn, work))
  }

  async #runLong<T>({ priority, signal, awaited = false }: SpeechTurn, work: () => Promise<T>): Promise<T> {
    this.#displaceFor(priority)
    const displaced = new AbortController()
    const next = { priority, leave: (reason: Crowded) => displaced.abort(reason) }
    const waitsNoLonger = () => {
      if (this.#nextLong === next) this.#nextLong = undefined
    }
    const start = () => {
      waitsNoLonger()
      return work()
    }
    const turn = {
      priority,
      awaited,
      signal: AbortSignal.any([displaced.signal, ...(signal ? [signal] : [])]),
    }
    this.#nextLong = next
    try {
      const run = () => this.#long.run(turn, () => (this.#hasSpare ? start() : this.#runAny(turn, start)))
      return await (awaited || !this.#longAhead ? run() : this.#longAhead.run(turn, run))
    } finally {
      waitsNoLonger()
    }
  }

  #displaceFor(priority: number): void {
    const waiting = this.#nextLong
    if (!waiting) return
    if (waiting.priority <= priority) throw new Crowded('another long text waits already')
    waiting.leave(new Crowded('a long text that is needed sooner waits instead'))
  }
}
