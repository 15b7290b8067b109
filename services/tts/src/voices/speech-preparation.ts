import type { Producer } from '@andscene/service-kit/queue/queues'
import type { Redis } from 'ioredis'

/** The API announces it at most this often: workers ignore what comes sooner after a text anyway. */
const ANNOUNCED_EVERY_MS = 15_000

/**
 * Tells all workers that a page which may soon ask for natural voices was opened, so that the engine is loaded before the
 * first text (decision 0074). An announcement that is lost costs the first text the time of loading, nothing else.
 */
export class SpeechPreparation {
  readonly #producer: Pick<Producer, 'ask'>
  readonly #channel: string
  readonly #now: () => number
  #announcedAt = -Infinity

  constructor(producer: Pick<Producer, 'ask'>, queuePrefix: string, now = () => performance.now()) {
    this.#producer = producer
    this.#channel = `${queuePrefix}:tts:prepare`
    this.#now = now
  }

  /** Announces it in the background, unless that was done within the last seconds. */
  announce(): void {
    if (this.#now() - this.#announcedAt < ANNOUNCED_EVERY_MS) return
    this.#announcedAt = this.#now()
    this.#producer
      .ask((_queue, redis) => redis.publish(this.#channel, ''))
      .catch(() => (this.#announcedAt = -Infinity))
  }

  /** Calls `onAnnounced` for each announcement. The connection is the caller's, and for this alone. */
  async listen(connection: Redis, onAnnounced: () => void): Promise<void> {
    connection.on('message', onAnnounced)
    await connection.subscribe(this.#channel)
  }
}
