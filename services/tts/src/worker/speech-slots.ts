type Waiting = { priority: number; start: () => void }

/** At most `limit` at once; of those that wait the best priority (lowest) starts first, equal ones in order. */
export class SpeechSlots {
  readonly limit: number
  #taken = 0
  readonly #waiting: Waiting[] = []

  constructor(limit: number) {
    this.limit = limit
  }

  /** Rejects with the signal's reason when it aborts before a slot is free. */
  async run<T>(priority: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#take(priority, signal)
    try {
      return await work()
    } finally {
      this.#release()
    }
  }

  async #take(priority: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#taken < this.limit) {
      this.#taken += 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1)
        reject(signal.reason)
      }
      const entry: Waiting = {
        priority,
        start: () => {
          signal.removeEventListener('abort', abort)
          resolve()
        },
      }
      signal.addEventListener('abort', abort, { once: true })
      this.#waiting.push(entry)
    })
  }

  #release(): void {
    const next = this.#waiting.reduce<Waiting | undefined>(
      (best, entry) => (best && best.priority <= entry.priority ? best : entry),
      undefined,
    )
    if (!next) {
      this.#taken -= 1
      return
    }
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    next.start()
  }
}
