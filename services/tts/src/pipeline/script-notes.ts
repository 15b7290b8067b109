import { narratedChannel } from '@andscene/contracts/queues'
import type { Producer } from '@andscene/service-kit/queue/queues'
import type { Redis } from 'ioredis'
import { NotedJobs } from './noted-jobs.ts'
import { engineKey } from './engine-shares.ts'
import { waitKeys } from './waiters.ts'

/** How long it is remembered where somebody listens (ms); after that the script counts as one that nobody plays. */
const LISTENER_MS = 10 * 60_000
const CASTING_MS = 24 * 3_600_000
/** A narration that is under way is planned again within a minute or, when there are very many, some minutes. */
const NARRATION_MS = 30 * 60_000
/** A script that was found complete is believed to be so this long at most; clearing it takes the note away. */
const COMPLETE_MS = 10 * 60_000

export type CastingNote = {
  /** What the note said before the casting was read. */
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

/** Short notes that planners leave for workers and for the next plan, in Redis. */
export class ScriptNotes {
  /** What plans have queued, and what they have put in front of all that nobody awaits. */
  readonly queued: NotedJobs
  readonly front: NotedJobs
  readonly #producer: Pick<Producer, 'ask'>
  readonly #prefix: string
  readonly #narrated: string

  constructor(producer: Pick<Producer, 'ask'>, queuePrefix: string) {
    this.#producer = producer
    this.#prefix = `${queuePrefix}:tts`
    this.#narrated = narratedChannel(queuePrefix)
    this.queued = new NotedJobs(producer, `${this.#prefix}:queued`)
    this.front = new NotedJobs(producer, `${this.#prefix}:front`)
  }

  /** The `castingVersion` that was planned last; undefined when no plan has been made for a day. */
  async casting(scriptId: string): Promise<number | undefined> {
    return toNumber(await this.#redis((redis) => redis.get(this.#casting(scriptId))))
  }

  /**
   * Notes the version that a plan is made for, before its clips are queued, unless another plan noted one since `seen`
   * was read. Read in the order note, casting, this: then the note never goes back to an older casting, and whoever
   * asks the scripts service after seeing a note gets that casting or a newer one.
   */
  async setCasting(scriptId: string, { seen, version }: CastingNote): Promise<boolean> {
    const written = await this.#redis((redis) =>
      redis.eval(NOTE_CASTING, 1, this.#casting(scriptId), seen ?? '', version, CASTING_MS),
    )
    return written === 1
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

  /** Scripts of this owner whose narration is under way. */
  async narrations(ownerId: string, now: number): Promise<Set<string>> {
    const key = this.#narrations(ownerId)
    return new Set(await this.#redis((redis) => redis.zrangebyscore(key, now - NARRATION_MS, '+inf')))
  }

  /** Nothing of it is left to be made, which is announced. */
  async endNarration(ownerId: string, scriptId: string): Promise<void> {
    await this.#redis(async (redis) => {
      await redis.zrem(this.#narrations(ownerId), scriptId)
      await redis.del(this.queued.keyOf(scriptId), this.front.keyOf(scriptId))
      await redis.publish(this.#narrated, scriptId)
    })
  }

  /** Announces that clips of these scripts have changed. */
  async announce(scriptIds: readonly string[]): Promise<void> {
    await this.#redis(async (redis) => {
      for (const scriptId of scriptIds) await redis.publish(this.#narrated, scriptId)
    })
  }

  /**
   * Nothing is to be made for this version of the casting: positions need not be planned for so long (ms), unless
   * something changes. Not noted once a newer one is planned.
   */
  async setComplete(scriptId: string, version: number, ms = Infinity): Promise<void> {
    const life = Math.ceil(Math.min(ms, COMPLETE_MS))
    if (life <= 0) return
    await this.#redis((redis) =>
      redis.eval(NOTE_COMPLETE, 2, this.#casting(scriptId), this.#complete(scriptId), version, life),
    )
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
      redis.del(
        this.#casting(scriptId),
        this.#listener(scriptId),
        this.#complete(scriptId),
        this.queued.keyOf(scriptId),
        this.front.keyOf(scriptId),
      ),
    )
  }

  /** What is noted of a person: what they listen to, what is narrated for them, what they wait for. */
  async forgetPerson(uid: string): Promise<void> {
    const waits = [...waitKeys(this.#prefix, uid), engineKey(this.#prefix, uid)]
    await this.#redis((redis) => redis.del(this.#listening(uid), this.#narrations(uid), ...waits))
  }

  #redis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    return this.#producer.ask((_queue, redis) => work(redis))
  }

  #casting(scriptId: string): string {
    return `${this.#prefix}:casting-version:${scriptId}`
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
