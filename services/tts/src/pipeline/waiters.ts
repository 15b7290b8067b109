import { CLIENT_RETRY_MS, WAITER_LEASE_MS } from '@andscene/contracts/deadlines'
import type { Share } from '@andscene/service-kit/shares'
import type { Redis } from 'ioredis'
import type { Rank } from './backlog.ts'
import { AWAITED, MAX_AWAITED } from './priorities.ts'
import { onRedis, redisKeys, type RedisSource } from './redis-keys.ts'

export type Waiter = {
  jobId: string
  uid: string
  requestId: string
  shares: readonly Share[]
}

/** Time in which rejections of a share are counted (ms), and the longest Retry-After (s). */
const REFUSALS_MS = 5_000
const LONGEST_RETRY_S = 15

/** Prefix of entries for clients that were asked to return. */
const AGAIN = 'again:'

// All times are by the clock of Redis, because the clocks of processes differ.
// KEYS: waiters of the clip; then awaits and refused of each share.
const NOW = `local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)`

// A client that was asked to return has returned: there is one such entry per user and clip.
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

// The number of waiting requests, and how long (ms) a client that was asked to return may take.
const STATE = `${NOW}
local awaited, untilMs = 0, now
local found = redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf', 'WITHSCORES')
for i = 1, #found, 2 do
  if string.sub(found[i], 1, 6) == '${AGAIN}' then untilMs = math.max(untilMs, tonumber(found[i + 1]))
  else awaited = awaited + 1 end
end
return {awaited, math.ceil(untilMs - now)}`

/** Requests of all API processes that wait for clips (architecture §7), as leases of a few seconds. */
export class Waiters {
  readonly #keys: ReturnType<typeof redisKeys>
  readonly #redis: ReturnType<typeof onRedis>
  readonly #leaseMs: number

  constructor(producer: RedisSource, queuePrefix: string, { leaseMs = WAITER_LEASE_MS } = {}) {
    this.#keys = redisKeys(queuePrefix)
    this.#redis = onRedis(producer)
    this.#leaseMs = leaseMs
  }

  get renewEveryMs(): number {
    return this.#leaseMs / 3
  }

  /** Adds a waiter. Returns the seconds to wait when a share awaits too many clips; more after many rejections. */
  async join(waiter: Waiter): Promise<{ retryAfter: number } | undefined> {
    const limits = waiter.shares.map(({ kind }) => MAX_AWAITED[kind])
    const refused = await this.#run(JOIN, waiter, this.#leaseMs, REFUSALS_MS, ...limits)
    return refused === 0 ? undefined : { retryAfter: Math.min(LONGEST_RETRY_S, refused) }
  }

  async renew(waiters: readonly Waiter[]): Promise<void> {
    await Promise.all(waiters.map((waiter) => this.#run(STAY, waiter, this.#leaseMs)))
  }

  /** Removes a waiter; returns whether it was the last one of its clip. */
  async leave(waiter: Waiter): Promise<boolean> {
    return (await this.#run(LEAVE, waiter)) === 0
  }

  /** The client is expected to return within this time and counts as waiting until then. */
  async leaveForNow(waiter: Waiter, withinMs = CLIENT_RETRY_MS): Promise<void> {
    await this.#run(LEAVE_FOR_NOW, waiter, Math.ceil(withinMs))
  }

  /** Whether requests wait for the clip, and how long (ms) a client is still expected to return. */
  async stateOf(jobId: string): Promise<{ awaited: boolean; comeWithinMs: number }> {
    const [awaited, comeWithinMs] = (await this.#redis((redis) =>
      redis.eval(STATE, 1, this.#keys.waiters(jobId)),
    )) as [number, number]
    return { awaited: awaited > 0, comeWithinMs }
  }

  async any(jobId: string): Promise<boolean> {
    return (await this.#redis((redis) => redis.eval(COUNT, 1, this.#keys.waiters(jobId)))) !== 0
  }

  /** Notifies the workers that a client has left this clip, temporarily or permanently. */
  async announceAbandoned(jobId: string): Promise<void> {
    await this.#redis((redis) => redis.publish(this.#keys.channels.abandoned, jobId))
  }

  /** Notifies the workers that a client waits, at this rank, for a queued clip. */
  async announceAwaited({ jobId, priority }: Rank): Promise<void> {
    await this.#redis((redis) => redis.publish(this.#keys.channels.awaited, `${priority} ${jobId}`))
  }

  /** Subscribes to announcements on the given connection, which must not be used for anything else. */
  async listen(
    connection: Redis,
    { onAbandoned, onAwaited }: { onAbandoned: (jobId: string) => void; onAwaited: (rank: Rank) => void },
  ): Promise<void> {
    const { abandoned, awaited } = this.#keys.channels
    connection.on('message', (channel: string, message: string) => {
      if (channel !== awaited) return onAbandoned(message)
      const space = message.indexOf(' ')
      // Older releases send the job without a priority.
      const priority = space < 0 ? AWAITED : Number(message.slice(0, space))
      onAwaited({ jobId: message.slice(space + 1), priority })
    })
    await connection.subscribe(abandoned, awaited)
  }

  #run(script: string, { jobId, uid, requestId, shares }: Waiter, ...more: number[]): Promise<number> {
    const { waiters, awaits, refused } = this.#keys
    const keys = [waiters(jobId), ...shares.flatMap(({ key }) => [awaits(key), refused(key)])]
    const values = [jobId, requestId, `${AGAIN}${uid}`, ...more]
    return this.#redis((redis) => redis.eval(script, keys.length, ...keys, ...values) as Promise<number>)
  }
}
