import type { Producer } from '@andscene/service-kit/queues'
import type { Redis } from 'ioredis'

/** How long it is remembered where somebody listens (ms); after that the script counts as one that nobody plays. */
const LISTENER_MS = 10 * 60_000
const CASTING_MS = 24 * 3_600_000

/** Short notes that planners leave for workers and for the next plan, in Redis. */
export class ScriptNotes {
  readonly #producer: Pick<Producer, 'ask'>
  readonly #prefix: string

  constructor(producer: Pick<Producer, 'ask'>, queuePrefix: string) {
    this.#producer = producer
    this.#prefix = `${queuePrefix}:tts`
  }

  /** The casting that was planned last: workers compare it with the one they know. */
  async setCasting(scriptId: string, version: number): Promise<void> {
    await this.#redis((redis) => redis.set(this.#casting(scriptId), version, 'PX', CASTING_MS))
  }

  async casting(scriptId: string): Promise<number | undefined> {
    return toNumber(await this.#redis((redis) => redis.get(this.#casting(scriptId))))
  }

  async setListener(scriptId: string, lineIndex: number): Promise<void> {
    await this.#redis((redis) => redis.set(this.#listener(scriptId), lineIndex, 'PX', LISTENER_MS))
  }

  /** The line somebody listened to last; undefined when nobody plays the script. */
  async listener(scriptId: string): Promise<number | undefined> {
    return toNumber(await this.#redis((redis) => redis.get(this.#listener(scriptId))))
  }

  async forget(scriptId: string): Promise<void> {
    await this.#redis((redis) => redis.del(this.#casting(scriptId), this.#listener(scriptId)))
  }

  #redis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    return this.#producer.ask((_queue, redis) => work(redis))
  }

  #casting(scriptId: string): string {
    return `${this.#prefix}:casting:${scriptId}`
  }

  #listener(scriptId: string): string {
    return `${this.#prefix}:listener:${scriptId}`
  }
}

const toNumber = (text: string | null) => (text === null ? undefined : Number(text))
