import { clipJobIdPrefix } from '@andscene/contracts/queues'
import type { Producer } from '@andscene/service-kit/queue/queues'
import type { Redis } from 'ioredis'

/** Renewed with every job; a note that is lost costs a job too many, or one that stays in front. */
const KEPT_MS = 24 * 3_600_000
const AT_ONCE = 1_000

/**
 * Jobs of scripts that a plan must find again, so that it need not look for them among all that wait (decision 0061). Many may
 * have ended.
 */
export class NotedJobs {
  readonly #producer: Pick<Producer, 'ask'>
  readonly #prefix: string

  constructor(producer: Pick<Producer, 'ask'>, prefix: string) {
    this.#producer = producer
    this.#prefix = prefix
  }

  keyOf(scriptId: string): string {
    return `${this.#prefix}:${scriptId}`
  }

  /** Returns how many are noted then. */
  async add(scriptId: string, jobIds: readonly string[]): Promise<number> {
    const key = this.keyOf(scriptId)
    return this.#redis(async (redis) => {
      for (const some of hashesOf(scriptId, jobIds)) await redis.sadd(key, some)
      await redis.pexpire(key, KEPT_MS)
      return redis.scard(key)
    })
  }

  async of(scriptId: string): Promise<string[]> {
    const hashes = await this.#redis((redis) => redis.smembersBuffer(this.keyOf(scriptId)))
    return hashes.map((hash) => `${clipJobIdPrefix(scriptId)}${hash.toString('hex')}`)
  }

  async forget(scriptId: string, jobIds: readonly string[]): Promise<void> {
    await this.#redis(async (redis) => {
      for (const some of hashesOf(scriptId, jobIds)) await redis.srem(this.keyOf(scriptId), some)
    })
  }

  /** A noted job has ended. Returns whether it was the last one of its script. */
  async ended(scriptId: string, jobId: string): Promise<boolean> {
    const key = this.keyOf(scriptId)
    const [hash] = hashesOf(scriptId, [jobId])
    return this.#redis(async (redis) => {
      const [was, left] = await Promise.all([redis.srem(key, hash!), redis.scard(key)])
      return was === 1 && left === 0
    })
  }

  #redis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    return this.#producer.ask((_queue, redis) => work(redis))
  }
}

/** Of each id the part that differs within a script, in as few bytes as it has. */
function* hashesOf(scriptId: string, jobIds: readonly string[]): Generator<Buffer[]> {
  const { length } = clipJobIdPrefix(scriptId)
  const hashes = jobIds.map((jobId) => Buffer.from(jobId.slice(length), 'hex'))
  for (let start = 0; start < hashes.length; start += AT_ONCE) yield hashes.slice(start, start + AT_ONCE)
}
