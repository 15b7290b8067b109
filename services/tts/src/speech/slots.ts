import PQueue from 'p-queue'

export type Turn = { priority: number; signal?: AbortSignal | undefined }

export type SpeechTurn = Turn & { long: boolean }

/** A semaphore: at most `limit` tasks run; waiting tasks start by priority, then in order of arrival. */
export class Slots {
  readonly limit: number
  readonly #queue: PQueue

  constructor(limit: number) {
    this.limit = limit
    this.#queue = new PQueue({ concurrency: limit })
  }

  /** Rejects with the signal's reason before the start. A running task keeps its slot until it settles. */
  async run<T>({ priority, signal }: Turn, work: () => Promise<T>): Promise<T> {
    // p-queue would free the slot when its signal aborts, so it gets a signal that aborts only while the task waits.
    const waiting = new AbortController()
    const leave = () => waiting.abort(signal?.reason)
    const stopWaiting = () => signal?.removeEventListener('abort', leave)
    signal?.throwIfAborted()
    signal?.addEventListener('abort', leave, { once: true })
    const start = () => {
      stopWaiting()
      return work()
    }
    return this.#queue.add(start, { priority: -priority, signal: waiting.signal }).finally(stopWaiting)
  }
}
