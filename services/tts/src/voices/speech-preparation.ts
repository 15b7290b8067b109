import type { Redis } from 'ioredis'
import { redisKeys, type RedisSource } from '../pipeline/redis-keys.ts'

/** Minimum time between announcements (ms); workers ignore more frequent ones. */
const ANNOUNCED_EVERY_MS = 15_000

/**
 * Notifies workers to load the engine when natural voices may soon be needed (decision 0074). Notifications may be
 * lost.
 */
export class SpeechPreparation {
  readonly #producer: RedisSource
  readonly #channel: string
  readonly #now: () => number
  #announcedAt = -Infinity

  constructor(producer: RedisSource, queuePrefix: string, now = () => performance.now()) {
    this.#producer = producer
    this.#channel = redisKeys(queuePrefix).channels.prepare
    this.#now = now
  }

  /** Announces in the background, unless it has done so within the last seconds. */
  announce(): void {
    if (this.#now() - this.#announcedAt < ANNOUNCED_EVERY_MS) return
    this.#announcedAt = this.#now()
    this.#producer
      .ask((_queue, redis) => redis.publish(this.#channel, ''))
      .catch(() => (this.#announcedAt = -Infinity))
  }

  /** Subscribes on the given connection, which must not be used for anything else. */
  async listen(connection: Redis, onAnnounced: () => void): Promise<void> {
    connection.on('message', onAnnounced)
    await connection.subscribe(this.#channel)
  }
}
