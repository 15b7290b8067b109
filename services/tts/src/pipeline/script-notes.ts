import type { Acknowledgement } from '@andscene/contracts/queues'
import { JobsByScript } from './jobs-by-script.ts'
import { onRedis, redisKeys, type RedisSource } from './redis-keys.ts'

/** A script without a position for this time (ms) counts as not played. */
const LISTENER_MS = 10 * 60_000
const CASTING_MS = 24 * 3_600_000
/** Longer than the interval of plans of a narration in progress: a minute, or some minutes if there are very many. */
const NARRATION_MS = 30 * 60_000
/** Maximum lifetime of the note that a script is complete. Clearing the script deletes the note. */
const COMPLETE_MS = 10 * 60_000

export type CastingNote = {
  seen: number | undefined
  version: number
}

const NOTE_CASTING = `local noted = redis.call('GET', KEYS[1]) or ''
if noted ~= ARGV[1] and noted ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`

const NOTE_COMPLETE = `if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
end`

/** Notes of planners in Redis, for workers and for the next plan. */
export class ScriptNotes {
  readonly queued: JobsByScript
  readonly front: JobsByScript
  readonly #keys: ReturnType<typeof redisKeys>
  readonly #redis: ReturnType<typeof onRedis>

  constructor(producer: RedisSource, queuePrefix: string) {
    this.#keys = redisKeys(queuePrefix)
    this.#redis = onRedis(producer)
    this.queued = new JobsByScript(producer, this.#keys.queued)
    this.front = new JobsByScript(producer, this.#keys.front)
  }

  /** The `castingVersion` of the last plan; undefined without a plan within a day. */
  async casting(scriptId: string): Promise<number | undefined> {
    return toNumber(await this.#redis((redis) => redis.get(this.#keys.castingVersion(scriptId))))
  }

  /**
   * Notes the version of a plan unless another plan did since `seen` was read, so that it never returns to an older
   * one.
   */
  async setCasting(scriptId: string, { seen, version }: CastingNote): Promise<boolean> {
    const written = await this.#redis((redis) =>
      redis.eval(NOTE_CASTING, 1, this.#keys.castingVersion(scriptId), seen ?? '', version, CASTING_MS),
    )
    return written === 1
  }

  async setListener(scriptId: string, lineIndex: number): Promise<void> {
    await this.#redis((redis) => redis.set(this.#keys.listener(scriptId), lineIndex, 'PX', LISTENER_MS))
  }

  async listener(scriptId: string): Promise<number | undefined> {
    return toNumber(await this.#redis((redis) => redis.get(this.#keys.listener(scriptId))))
  }

  /** Sets the script that a user listens to; returns the previous script if it is a different one. */
  async setListeningTo(ownerId: string, scriptId: string): Promise<string | undefined> {
    const before = await this.#redis((redis) =>
      redis.set(this.#keys.listening(ownerId), scriptId, 'PX', LISTENER_MS, 'GET'),
    )
    return before === null || before === scriptId ? undefined : before
  }

  async isListeningTo(ownerId: string, scriptId: string): Promise<boolean> {
    return (await this.#redis((redis) => redis.get(this.#keys.listening(ownerId)))) === scriptId
  }

  /** Adds a narration in progress; returns the number of narrations of its owner, and its index among them. */
  async narrate(
    ownerId: string,
    scriptId: string,
    now: number,
  ): Promise<{ narrations: number; nth: number }> {
    const key = this.#keys.narrations(ownerId)
    const scriptIds = await this.#redis(async (redis) => {
      await redis.zadd(key, now, scriptId)
      await redis.zremrangebyscore(key, '-inf', now - NARRATION_MS)
      await redis.pexpire(key, NARRATION_MS)
      return redis.zrange(key, 0, '-1')
    })
    // Sorted by id, so that each script keeps its turn when it is planned again.
    const nth = scriptIds.toSorted().indexOf(scriptId)
    return { narrations: Math.max(1, scriptIds.length), nth: Math.max(0, nth) }
  }

  async narrations(ownerId: string, now: number): Promise<Set<string>> {
    const key = this.#keys.narrations(ownerId)
    return new Set(await this.#redis((redis) => redis.zrangebyscore(key, now - NARRATION_MS, '+inf')))
  }

  async endNarration(ownerId: string, scriptId: string): Promise<void> {
    await this.#redis(async (redis) => {
      await redis.zrem(this.#keys.narrations(ownerId), scriptId)
      await redis.del(this.queued.keyOf(scriptId), this.front.keyOf(scriptId))
      await redis.publish(this.#keys.channels.narrated, scriptId)
    })
  }

  async announce(scriptIds: readonly string[]): Promise<void> {
    await this.#redis(async (redis) => {
      for (const scriptId of scriptIds) await redis.publish(this.#keys.channels.narrated, scriptId)
    })
  }

  /**
   * Acknowledges a recorded command of the scripts service (product §10). Rejects without Redis; the caller retries.
   */
  async acknowledge(done: Acknowledgement): Promise<void> {
    await this.#redis((redis) => redis.publish(this.#keys.channels.acknowledged, JSON.stringify(done)))
  }

  /** Notes for `ms` that all clips of this casting are stored, unless a newer casting was planned. */
  async setComplete(scriptId: string, version: number, ms = Infinity): Promise<void> {
    const life = Math.ceil(Math.min(ms, COMPLETE_MS))
    if (life <= 0) return
    await this.#redis((redis) =>
      redis.eval(
        NOTE_COMPLETE,
        2,
        this.#keys.castingVersion(scriptId),
        this.#keys.complete(scriptId),
        version,
        life,
      ),
    )
  }

  async isComplete(scriptId: string): Promise<boolean> {
    const [complete, casting] = await this.#redis((redis) =>
      redis.mget(this.#keys.complete(scriptId), this.#keys.castingVersion(scriptId)),
    )
    return typeof complete === 'string' && complete === casting
  }

  async unsetComplete(scriptId: string): Promise<void> {
    await this.#redis((redis) => redis.del(this.#keys.complete(scriptId)))
  }

  async forget(scriptId: string): Promise<void> {
    await this.#redis((redis) =>
      redis.del(
        this.#keys.castingVersion(scriptId),
        this.#keys.listener(scriptId),
        this.#keys.complete(scriptId),
        this.queued.keyOf(scriptId),
        this.front.keyOf(scriptId),
      ),
    )
  }

  async forgetPerson(uid: string): Promise<void> {
    const { listening, narrations, awaits, refused, engine } = this.#keys
    const keys = [listening, narrations, awaits, refused, engine].map((key) => key(uid))
    await this.#redis((redis) => redis.del(...keys))
  }
}

const toNumber = (text: string | null) => (text === null ? undefined : Number(text))
