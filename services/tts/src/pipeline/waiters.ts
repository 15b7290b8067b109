import { CLIENT_COMES_AGAIN_MS, WAITER_LEASE_MS } from '@andscene/contracts/deadlines'
import type { Producer } from '@andscene/service-kit/queue/queues'
import type { Share } from '@andscene/service-kit/shares'
import type { Redis } from 'ioredis'
import type { Rank } from './backlog.ts'
import { AWAITED, AWAITED_AT_A_TIME } from './priorities.ts'

/** One request that waits for a clip. */
export type Waiter = {
  jobId: string
  uid: string
  requestId: string
  /** What it counts under (decision 0063). */
  shares: readonly Share[]
}

/** Refusals of one share are counted over so long (ms), and told to come again at most so much later (s). */
const REFUSALS_MS = 5_000
const LONGEST_RETRY_S = 15

/** Notes of those that come again begin with it. */
const AGAIN = 'again:'

// All by the clock of Redis: those of API processes and workers differ.
// KEYS: who waits for the clip; then of each share what it awaits, and how often it was refused.
const NOW = `local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)`

// Who was told to come again has come: that note is one for each person and clip, whatever the request.
const HAS_COME = `
redis.call('ZREM', KEYS[1], ARGV[3])
for i = 2, #KEYS, 2 do redis.call('ZREM', KEYS[i], ARGV[1] .. '|' .. ARGV[3]) end`

const WAIT = (who: string) => `
local function keep(key)
  if redis.call('PTTL', key) < tonumber(ARGV[4]) then redis.call('PEXPIRE', key, ARGV[4]) end
end
redis.call('ZADD', KEYS[1], now + ARGV[4], ${who})
keep(KEYS[1])
for i = 2, #KEYS, 2 do
  redis.call('ZADD', KEYS[i], now + ARGV[4], ARGV[1] .. '|' .. ${who})
  keep(KEYS[i])
end`

const END = `
redis.call('ZREM', KEYS[1], ARGV[2])
for i = 2, #KEYS, 2 do redis.call('ZREM', KEYS[i], ARGV[1] .. '|' .. ARGV[2]) end`

const JOIN = `${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
for i = 2, #KEYS, 2 do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now)
  local others, count, joined = {}, 0, false
  for _, member in ipairs(redis.call('ZRANGE', KEYS[i], 0, -1)) do
    local job = string.match(member, '^[^|]*')
    if job == ARGV[1] then joined = true
    elseif not others[job] then others[job] = true; count = count + 1 end
  end
  local limit = tonumber(ARGV[5 + i / 2])
  if not joined and count >= limit then
    local refused = redis.call('INCR', KEYS[i + 1])
    if refused == 1 then redis.call('PEXPIRE', KEYS[i + 1], ARGV[5]) end
    return math.ceil(refused / limit)
  end
end
${HAS_COME}
${WAIT('ARGV[2]')}
return 0`

const STAY = `${NOW}
${WAIT('ARGV[2]')}`

const LEAVE_FOR_NOW = `${NOW}
${END}
${WAIT('ARGV[3]')}`

const LEAVE = `${NOW}
${END}
return redis.call('ZCOUNT', KEYS[1], now, '+inf')`

const COUNT = `${NOW}
return redis.call('ZCOUNT', KEYS[1], now, '+inf')`

// How many requests wait, and for how long a client that was told to come again may still come.
const STATE = `${NOW}
local awaited, untilMs = 0, now
local found = redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf', 'WITHSCORES')
for i = 1, #found, 2 do
  if string.sub(found[i], 1, 6) == '${AGAIN}' then untilMs = math.max(untilMs, tonumber(found[i + 1]))
  else awaited = awaited + 1 end
end
return {awaited, math.ceil(untilMs - now)}`

/** What a share awaits, and how often it was refused lately. */
export const waitKeys = (prefix: string, share: string): [string, string] => [
  `${prefix}:awaits:${share}`,
  `${prefix}:refused:${share}`,
]

/**
 * Who waits for which clip, over all processes of the API (architecture §7, fairness). Entries last a few seconds unless they
 * are renewed, so that a process that died keeps nothing alive. Rejects with AWAY while Redis is away.
 */
export class Waiters {
  readonly #producer: Pick<Producer, 'ask'>
  readonly #prefix: string
  readonly #leaseMs: number

  constructor(producer: Pick<Producer, 'ask'>, queuePrefix: string, { leaseMs = WAITER_LEASE_MS } = {}) {
    this.#producer = producer
    this.#prefix = `${queuePrefix}:tts`
    this.#leaseMs = leaseMs
  }

  /** How often a waiter must be renewed (ms). */
  get renewEveryMs(): number {
    return this.#leaseMs / 3
  }

  /**
   * When one of the waiter's shares awaits too many other clips nothing is noted: returns after how many seconds to ask again, 1
   * for the first few, more for a crowd, which would come back as a crowd.
   */
  async join(waiter: Waiter): Promise<{ retryAfter: number } | undefined> {
    const limits = waiter.shares.map(({ kind }) => AWAITED_AT_A_TIME[kind])
    const refused = await this.#run(JOIN, waiter, this.#leaseMs, REFUSALS_MS, ...limits)
    return refused === 0 ? undefined : { retryAfter: Math.min(LONGEST_RETRY_S, refused) }
  }

  async renew(waiters: readonly Waiter[]): Promise<void> {
    await Promise.all(waiters.map((waiter) => this.#run(STAY, waiter, this.#leaseMs)))
  }

  /** Returns whether nobody waits for the clip any more. */
  async leave(waiter: Waiter): Promise<boolean> {
    return (await this.#run(LEAVE, waiter)) === 0
  }

  /** The client comes again within this time, and counts as waiting until it has. */
  async leaveForNow(waiter: Waiter, withinMs = CLIENT_COMES_AGAIN_MS): Promise<void> {
    await this.#run(LEAVE_FOR_NOW, waiter, Math.ceil(withinMs))
  }

  /** Whether requests wait for the clip now, and for how long a client that is to come again may still come (ms). */
  async stateOf(jobId: string): Promise<{ awaited: boolean; comeWithinMs: number }> {
    const [awaited, comeWithinMs] = (await this.#redis((redis) =>
      redis.eval(STATE, 1, this.#jobKey(jobId)),
    )) as [number, number]
    return { awaited: awaited > 0, comeWithinMs }
  }

  /** Whether a client waits for the clip, or comes again for it. */
  async any(jobId: string): Promise<boolean> {
    return (await this.#redis((redis) => redis.eval(COUNT, 1, this.#jobKey(jobId)))) !== 0
  }

  /** Tells the workers that a client has left this clip, for now or permanently. */
  async announceAbandoned(jobId: string): Promise<void> {
    await this.#redis((redis) => redis.publish(this.#channels.abandoned, jobId))
  }

  /** Tells the workers that somebody waits, at this rank, for a clip that is in the queue. */
  async announceAwaited({ jobId, priority }: Rank): Promise<void> {
    await this.#redis((redis) => redis.publish(this.#channels.awaited, `${priority} ${jobId}`))
  }

  /** Subscribes to what is announced. The connection is the caller's, and for this alone. */
  async listen(
    connection: Redis,
    { onAbandoned, onAwaited }: { onAbandoned: (jobId: string) => void; onAwaited: (rank: Rank) => void },
  ): Promise<void> {
    const { abandoned, awaited } = this.#channels
    connection.on('message', (channel: string, message: string) => {
      if (channel !== awaited) return onAbandoned(message)
      const space = message.indexOf(' ')
      // A process of an older release, which is still being replaced, names the job alone.
      const priority = space < 0 ? AWAITED : Number(message.slice(0, space))
      onAwaited({ jobId: message.slice(space + 1), priority })
    })
    await connection.subscribe(abandoned, awaited)
  }

  #run(script: string, { jobId, uid, requestId, shares }: Waiter, ...more: number[]): Promise<number> {
    const keys = [this.#jobKey(jobId), ...shares.flatMap(({ key }) => waitKeys(this.#prefix, key))]
    const values = [jobId, requestId, `${AGAIN}${uid}`, ...more]
    return this.#redis((redis) => redis.eval(script, keys.length, ...keys, ...values) as Promise<number>)
  }

  #redis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    return this.#producer.ask((_queue, redis) => work(redis))
  }

  #jobKey(jobId: string): string {
    return `${this.#prefix}:waiters:${jobId}`
  }

  get #channels() {
    return { abandoned: `${this.#prefix}:abandoned`, awaited: `${this.#prefix}:awaited` }
  }
}
