import type { Redis } from 'ioredis'

/** How long it is remembered where somebody listens (ms); after that the script counts as one that nobody plays. */
const LISTENER_MS = 10 * 60_000
const CASTING_MS = 24 * 3_600_000

/** Short notes that planners leave for workers and for the next plan, in Redis. */
export class ScriptNotes {
  readonly #redis: Redis
  readonly #prefix: string

  constructor(redis: Redis, queuePrefix: string) {
    this.#redis = redis
    this.#prefix = `${queuePrefix}:tts`
  }

  /** The casting that was planned last: workers compare it with the one they know. */
  async setCasting(scriptId: string, version: number): Promise<void> {
    await this.#redis.set(`${this.#prefix}:casting:${scriptId}`, version, 'PX', CASTING_MS)
  }

  async casting(scriptId: string): Promise<number | undefined> {
    const version = await this.#redis.get(`${this.#prefix}:casting:${scriptId}`)
    return version === null ? undefined : Number(version)
  }

  async setListener(scriptId: string, lineIndex: number): Promise<void> {
    await this.#redis.set(`${this.#prefix}:listener:${scriptId}`, lineIndex, 'PX', LISTENER_MS)
  }

  /** The line somebody listened to last; undefined when nobody plays the script. */
  async listener(scriptId: string): Promise<number | undefined> {
    const line = await this.#redis.get(`${this.#prefix}:listener:${scriptId}`)
    return line === null ? undefined : Number(line)
  }

  async forget(scriptId: string): Promise<void> {
    await this.#redis.del(`${this.#prefix}:casting:${scriptId}`, `${this.#prefix}:listener:${scriptId}`)
  }
}
