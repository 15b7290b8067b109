import { NaturalVoices } from '@andscene/contracts/natural-voices'
import type { Producer } from '@andscene/service-kit/queue/queues'
import type { Redis } from 'ioredis'
import { fits } from '@andscene/contracts/fits'

/** A worker that has said nothing for so long is gone, and what it said does not count. */
export const FORGOTTEN_MS = 10_000
const CACHED_MS = 1_000
/** Best first. */
const ORDER = ['ready', 'coming', 'resting', 'missing', 'off'] as const

type Asks = Pick<Producer, 'ask'>

/** What the workers say of the natural voices, in Redis; times are those of Redis. */
export class NaturalVoicesStatus {
  readonly #producer: Asks
  readonly #key: string
  #cached: { at: number; state: Promise<NaturalVoices | undefined> } | undefined

  constructor(producer: Asks, queuePrefix: string) {
    this.#producer = producer
    this.#key = `${queuePrefix}:natural-voices`
  }

  /** Said by one worker, to be said again before it is forgotten. */
  async publish(workerId: string, state: NaturalVoices): Promise<void> {
    await this.#redis(async (redis) => {
      const at = await timeOf(redis)
      await redis.hset(this.#key, workerId, JSON.stringify({ at, state }))
      // Nothing is kept of a platform that is gone.
      await redis.pexpire(this.#key, FORGOTTEN_MS)
    })
  }

  async withdraw(workerId: string): Promise<void> {
    await this.#redis((redis) => redis.hdel(this.#key, workerId))
  }

  /** The best that a living worker says, at most a second old; undefined when none says anything. */
  read(): Promise<NaturalVoices | undefined> {
    if (!this.#cached || performance.now() - this.#cached.at > CACHED_MS)
      this.#cached = { at: performance.now(), state: this.#ask() }
    return this.#cached.state
  }

  #ask(): Promise<NaturalVoices | undefined> {
    return this.#redis(async (redis) => {
      const now = await timeOf(redis)
      const said = Object.entries(await redis.hgetall(this.#key))
      const gone: string[] = []
      const states = said.flatMap(([workerId, text]) => {
        const { at, state } = parsed(text)
        if (now - at <= FORGOTTEN_MS && fits(NaturalVoices, state)) return [state]
        gone.push(workerId)
        return []
      })
      if (gone.length > 0) await redis.hdel(this.#key, ...gone)
      return combined(states)
    })
  }

  #redis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    return this.#producer.ask((_queue, redis) => work(redis))
  }
}

const rank = ({ state }: NaturalVoices) => ORDER.indexOf(state)

/** One state for all: the best, and of those that are coming the one that has most. */
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
