/** A text that waits for its turn; the lower the priority, the sooner it starts. */
export type Turn = { priority: number; long: boolean; signal?: AbortSignal | undefined }

type Waiting = Turn & { start: () => void; leave: (reason: unknown) => void }

export type SlotsOptions = {
  /** One more slot that long texts alone may take, for when there is only one. */
  spareForLong?: boolean
  /** Long texts that may wait here at once; any number when unsaid. */
  longWaiting?: number
}

/** A text longer than this (characters, about 40 s of sound) is long. */
const LONG_TEXT = 600
export const isLong = (text: string) => text.length > LONG_TEXT

/** Too many long texts wait here already, all of them with a better priority. */
export class Crowded extends Error {
  override readonly name = 'Crowded'
}

/**
 * At most `limit` at once; of those that wait the best priority (lowest) starts first, equal ones in order. Long texts
 * leave one slot free, so that a short one never waits until a long one is spoken.
 */
export class SpeechSlots {
  /** Texts spoken at once at most. */
  readonly capacity: number
  readonly limit: number
  /** Long ones among them at most. */
  readonly longLimit: number
  readonly #longWaiting: number
  readonly #waiting: Waiting[] = []
  #short = 0
  #long = 0

  constructor(limit: number, { spareForLong = false, longWaiting = Infinity }: SlotsOptions = {}) {
    this.limit = limit
    this.longLimit = Math.max(1, limit - 1)
    this.#longWaiting = longWaiting
    this.capacity = spareForLong ? Math.max(2, limit) : limit
  }

  /**
   * Rejects with the signal's reason when it aborts before a slot is free, and with {@link Crowded} when long texts of
   * better priorities take all the places to wait.
   */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    await this.#take(turn)
    try {
      return await work()
    } finally {
      if (turn.long) this.#long -= 1
      else this.#short -= 1
      this.#startNext()
    }
  }

  async #take(turn: Turn): Promise<void> {
    const { signal, long } = turn
    signal?.throwIfAborted()
    if (this.#hasSlotFor(turn)) return this.#count(turn)
    if (long) this.#makeRoomFor(turn)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const abort = () => entry.leave(signal!.reason)
    const entry: Waiting = {
      ...turn,
      start: () => {
        this.#forget(entry)
        this.#count(turn)
        resolve()
      },
      leave: (reason) => {
        this.#forget(entry)
        reject(reason)
      },
    }
    signal?.addEventListener('abort', abort, { once: true })
    this.#waiting.push(entry)
    await promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  #makeRoomFor({ priority }: Turn): void {
    const others = this.#waiting.filter((entry) => entry.long)
    if (others.length < this.#longWaiting) return
    const last = others.reduce((worst, entry) => (entry.priority >= worst.priority ? entry : worst))
    if (last.priority <= priority) throw new Crowded('other long texts wait already')
    last.leave(new Crowded('a long text that is needed sooner took its place'))
  }

  #startNext(): void {
    const next = this.#waiting
      .filter((entry) => this.#hasSlotFor(entry))
      .reduce<Waiting | undefined>(
        (best, entry) => (best && best.priority <= entry.priority ? best : entry),
        undefined,
      )
    next?.start()
  }

  #hasSlotFor({ long }: Turn): boolean {
    if (this.#short + this.#long >= this.capacity) return false
    return long ? this.#long < this.longLimit : this.#short < this.limit
  }

  #count({ long }: Turn): void {
    if (long) this.#long += 1
    else this.#short += 1
  }

  #forget(entry: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(entry), 1)
  }
}
