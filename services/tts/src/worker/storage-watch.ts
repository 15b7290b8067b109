import { Postponed } from '@andscene/service-kit/queue/job-run'
import type { FastifyBaseLogger } from 'fastify'

export type StorageWatchOptions = {
  /** Rejects while clips cannot be stored. */
  check(): Promise<void>
  /** Stops taking clips in this process. */
  pause(): Promise<void>
  resume(): Promise<void>
  log: FastifyBaseLogger
}

/** Intervals between checks; the last one repeats. */
const INTERVALS_MS = [500, 1_000, 2_000, 5_000, 10_000]
/** Delay of a clip that could not be stored; the queue is paused until storage is available again. */
const COME_AGAIN_MS = 1_000

/**
 * While storage rejects writes, this process takes no clips and checks it periodically. Running clips use no attempt.
 */
export class StorageWatch {
  readonly #options: StorageWatchOptions
  #timer: NodeJS.Timeout | undefined
  #refusing = false
  #closed = false

  constructor(options: StorageWatchOptions) {
    this.#options = options
  }

  /** Whether no clips are taken because they could not be stored. */
  get isRefusing(): boolean {
    return this.#refusing
  }

  /** Accesses storage with `work`. Throws Postponed when the storage itself fails; rethrows failures of one clip. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (await this.#accepts()) throw error
      await this.#begin(error)
      throw new Postponed(COME_AGAIN_MS, 'storage refuses')
    }
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  async #accepts(): Promise<boolean> {
    try {
      await this.#options.check()
      return true
    } catch {
      return false
    }
  }

  async #begin(error: unknown): Promise<void> {
    if (this.#refusing || this.#closed) return
    this.#refusing = true
    this.#options.log.error(
      { err: error },
      'the storage rejects writes; no clips are generated until it accepts them again',
    )
    await this.#options.pause()
    this.#again(0)
  }

  #again(attempt: number): void {
    this.#timer = setTimeout(() => void this.#look(attempt), INTERVALS_MS[attempt] ?? INTERVALS_MS.at(-1))
  }

  async #look(attempt: number): Promise<void> {
    const accepts = await this.#accepts()
    if (this.#closed) return
    if (!accepts) return this.#again(attempt + 1)
    this.#refusing = false
    this.#options.log.info('storage accepts again')
    await this.#options.resume()
  }
}
