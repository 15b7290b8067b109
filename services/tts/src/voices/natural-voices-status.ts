import { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import type { Redis } from 'ioredis'
import { fits } from '@andscene/contracts/schema/fits'
import { onRedis, redisKeys, type RedisSource } from '../pipeline/redis-keys.ts'

/** The state of a worker expires after this time without a report. */
export const STATE_TTL_MS = 10_000
const CACHED_MS = 1_000
const ORDER = ['ready', 'coming', 'resting', 'missing', 'off'] as const

/** The state of the natural voices of each worker, in Redis. Times are by the clock of Redis. */
export class NaturalVoicesStatus {
  readonly #redis: ReturnType<typeof onRedis>
  readonly #key: string
  #cached: { at: number; state: Promise<NaturalVoices | undefined> } | undefined

  constructor(producer: RedisSource, queuePrefix: string) {
    this.#redis = onRedis(producer)
    this.#key = redisKeys(queuePrefix).naturalVoices
  }

  /** Reports the state of one worker; call it again before it expires. */
  async publish(workerId: string, state: NaturalVoices): Promise<void> {
    await this.#redis(async (redis) => {
      const at = await timeOf(redis)
      await redis.hset(this.#key, workerId, JSON.stringify({ at, state }))
      await redis.pexpire(this.#key, STATE_TTL_MS)
    })
  }

  async withdraw(workerId: string): Promise<void> {
    await this.#redis((redis) => redis.hdel(this.#key, workerId))
  }

  /** The best state of any worker, at most a second old; undefined without a report. */
  read(): Promise<NaturalVoices | undefined> {
    if (!this.#cached || performance.now() - this.#cached.at > CACHED_MS)
      this.#cached = { at: performance.now(), state: this.#ask() }
    return this.#cached.state
  }

  #ask(): Promise<NaturalVoices | undefined> {
    return this.#redis(async (redis) => {
      const now = await timeOf(redis)
      const reports = Object.entries(await redis.hgetall(this.#key))
      const expired: string[] = []
      const states = reports.flatMap(([workerId, text]) => {
        const { at, state } = parsed(text)
        if (now - at <= STATE_TTL_MS && fits(NaturalVoices, state)) return [state]
        expired.push(workerId)
        return []
      })
      if (expired.length > 0) await redis.hdel(this.#key, ...expired)
      return combined(states)
    })
  }
}

const rank = ({ state }: NaturalVoices) => ORDER.indexOf(state)

/** The best state; of several downloads, the one with the most bytes. */
export function combined(states: readonly NaturalVoices[]): NaturalVoices | undefined {
  return states.toSorted((a, b) => rank(a) - rank(b) || (b.doneBytes ?? 0) - (a.doneBytes ?? 0))[0]
}

async function timeOf(redis: Redis): Promise<number> {
  const [seconds, micros] = await redis.time()
  return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000)
}

function parsed(text: string): { at: number; state: unknown } {
  try {
    const { at, state } = JSON.parse(text) as { at: unknown; state: unknown }
    return { at: typeof at === 'number' ? at : 0, state }
  } catch {
    return { at: 0, state: undefined }
  }
}
