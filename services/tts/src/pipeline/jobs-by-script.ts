import { clipJobIdPrefix } from '@andscene/contracts/queues'
import { onRedis, type RedisSource } from './redis-keys.ts'

/** Renewed with every job. A lost note costs a superfluous job, or leaves a job at a front rank. */
const KEPT_MS = 24 * 3_600_000
const AT_ONCE = 1_000

/** Jobs by script, so that plans find them without scanning the queue (decision 0061). Some may have finished. */
export class JobsByScript {
  readonly keyOf: (scriptId: string) => string
  readonly #redis: ReturnType<typeof onRedis>

  constructor(producer: RedisSource, keyOf: (scriptId: string) => string) {
    this.#redis = onRedis(producer)
    this.keyOf = keyOf
  }

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

  /** Removes a job; returns whether it was the last one of its script. */
  async ended(scriptId: string, jobId: string): Promise<boolean> {
    const key = this.keyOf(scriptId)
    const [hash] = hashesOf(scriptId, [jobId])
    return this.#redis(async (redis) => {
      const [was, left] = await Promise.all([redis.srem(key, hash!), redis.scard(key)])
      return was === 1 && left === 0
    })
  }
}

/** The hash of each id as bytes; the prefix is the same for all jobs of a script. */
function* hashesOf(scriptId: string, jobIds: readonly string[]): Generator<Buffer[]> {
  const { length } = clipJobIdPrefix(scriptId)
  const hashes = jobIds.map((jobId) => Buffer.from(jobId.slice(length), 'hex'))
  for (let start = 0; start < hashes.length; start += AT_ONCE) yield hashes.slice(start, start + AT_ONCE)
}
