/** Work that many ask for at the same time is done once, for as long as at least one of them waits for it. */
export class SharedWork<T> {
  readonly #running = new Map<string, Running<T>>()

  /**
   * The result of the work under this key; begins it unless it is under way. The signal that `work` gets aborts when those
   * of all who ask have aborted; whoever asks without one stays to the end. Rejects when `signal` has aborted before.
   */
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
      // Whoever asks from now on begins anew.
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
