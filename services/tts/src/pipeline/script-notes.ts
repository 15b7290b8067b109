import type { Producer } from '@andscene/service-kit/queues'
import type { Redis } from 'ioredis'
import { randomUUID } from 'node:crypto'

/** How long it is remembered where somebody listens (ms); after that the script counts as one that nobody plays. */
const LISTENER_MS = 10 * 60_000
const CASTING_MS = 24 * 3_600_000
/** A narration that is under way is planned again within a minute or, when there are very many, some minutes. */
const NARRATION_MS = 30 * 60_000
/** A script that was found complete is believed to be so this long; clearing it takes the note away. */
const COMPLETE_MS = 10 * 60_000

/** Short notes that planners leave for workers and for the next plan, in Redis. */
export class ScriptNotes {
  readonly #producer: Pick<Producer, 'ask'>
  readonly #prefix: string

  constructor(producer: Pick<Producer, 'ask'>, queuePrefix: string) {
    this.#producer = producer
    this.#prefix = `${queuePrefix}:tts`
  }

  /**
   * A mark of its own for each planned casting, set after the casting was read and before its clips are queued: who
   * asks the scripts service after seeing a mark sees that casting or a newer one, however plans overtake each other.
   */
  async setCasting(scriptId: string): Promise<string> {
    const mark = randomUUID()
    await this.#redis((redis) => redis.set(this.#casting(scriptId), mark, 'PX', CASTING_MS))
    return mark
  }

  async casting(scriptId: string): Promise<string | undefined> {
    return (await this.#redis((redis) => redis.get(this.#casting(scriptId)))) ?? undefined
  }

  async setListener(scriptId: string, lineIndex: number): Promise<void> {
    await this.#redis((redis) => redis.set(this.#listener(scriptId), lineIndex, 'PX', LISTENER_MS))
  }

  /** The line somebody listened to last; undefined when nobody plays the script. */
  async listener(scriptId: string): Promise<number | undefined> {
    return toNumber(await this.#redis((redis) => redis.get(this.#listener(scriptId))))
  }

  /** This script is what its owner listens to now; returns the one it was before, when that is another. */
  async setListeningTo(ownerId: string, scriptId: string): Promise<string | undefined> {
    const before = await this.#redis((redis) =>
      redis.set(this.#listening(ownerId), scriptId, 'PX', LISTENER_MS, 'GET'),
    )
    return before === null || before === scriptId ? undefined : before
  }

  async isListeningTo(ownerId: string, scriptId: string): Promise<boolean> {
    return (await this.#redis((redis) => redis.get(this.#listening(ownerId)))) === scriptId
  }

  /** A script's narration is under way: returns how many of its owner's are, and which of them it is, from 0. */
  async narrate(
    ownerId: string,
    scriptId: string,
    now: number,
  ): Promise<{ narrations: number; nth: number }> {
    const key = this.#narrations(ownerId)
    const scriptIds = await this.#redis(async (redis) => {
      await redis.zadd(key, now, scriptId)
      await redis.zremrangebyscore(key, '-inf', now - NARRATION_MS)
      await redis.pexpire(key, NARRATION_MS)
      return redis.zrange(key, 0, '-1')
    })
    // By id, so that each keeps its turn however often it is planned.
    const nth = scriptIds.toSorted().indexOf(scriptId)
    return { narrations: Math.max(1, scriptIds.length), nth: Math.max(0, nth) }
  }

  async endNarration(ownerId: string, scriptId: string): Promise<void> {
    await this.#redis((redis) => redis.zrem(this.#narrations(ownerId), scriptId))
  }

  /** Everything that the casting of this mark wants is stored: positions need not be planned until something changes. */
  async setComplete(scriptId: string, casting: string): Promise<void> {
    await this.#redis((redis) => redis.set(this.#complete(scriptId), casting, 'PX', COMPLETE_MS))
  }

  async isComplete(scriptId: string): Promise<boolean> {
    const [complete, casting] = await this.#redis((redis) =>
      redis.mget(this.#complete(scriptId), this.#casting(scriptId)),
    )
    return typeof complete === 'string' && complete === casting
  }

  async unsetComplete(scriptId: string): Promise<void> {
    await this.#redis((redis) => redis.del(this.#complete(scriptId)))
  }

  async forget(scriptId: string): Promise<void> {
    await this.#redis((redis) =>
      redis.del(this.#casting(scriptId), this.#listener(scriptId), this.#complete(scriptId)),
    )
  }

  #redis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    return this.#producer.ask((_queue, redis) => work(redis))
  }

  #casting(scriptId: string): string {
    return `${this.#prefix}:casting:${scriptId}`
  }

  #complete(scriptId: string): string {
    return `${this.#prefix}:complete:${scriptId}`
  }

  #listening(ownerId: string): string {
    return `${this.#prefix}:listening:${ownerId}`
  }

  #narrations(ownerId: string): string {
    return `${this.#prefix}:narrations:${ownerId}`
  }

  #listener(scriptId: string): string {
    return `${this.#prefix}:listener:${scriptId}`
  }
}

const toNumber = (text: string | null) => (text === null ? undefined : Number(text))
