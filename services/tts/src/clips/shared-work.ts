/** Deduplicates concurrent work by key; it is aborted when all callers have left. */
export class SharedWork<T> {
  readonly #running = new Map<string, Running<T>>()

  /** Starts the work unless it is running. Its signal aborts with those of all callers; one without a signal stays. */
  async run(
    key: string,
    signal: AbortSignal | undefined,
    work: (wanted: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const running = this.#running.get(key) ?? this.#begin(key, work)
    running.waiting += 1
    const leave = () => {
      running.waiting -= 1
      if (running.waiting > 0) return
      // Later callers start again.
      if (this.#running.get(key) === running) this.#running.delete(key)
      running.giveUp.abort(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await running.result
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  #begin(key: string, work: (wanted: AbortSignal) => Promise<T>): Running<T> {
    const giveUp = new AbortController()
    const running: Running<T> = { giveUp, waiting: 0, result: work(giveUp.signal) }
    this.#running.set(key, running)
    const end = () => {
      if (this.#running.get(key) === running) this.#running.delete(key)
    }
    running.result.then(end, end)
    return running
  }
}

type Running<T> = { giveUp: AbortController; waiting: number; result: Promise<T> }
