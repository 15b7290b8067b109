import type { Producer } from '@andscene/service-kit/queue/queues'
import type { Share } from '@andscene/service-kit/shares'
import type { Redis } from 'ioredis'

/** What a share has used is forgotten after so long without a request, and never counts for more (ms). */
const REMEMBERED_MS = 60_000
/** Clips of a share whose time is not settled, because their clients never came again; more are forgotten. */
const MOST_CLIPS = 100

const NOW = `local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local function untilOf(key) return math.max(now, tonumber(redis.call('HGET', key, 'until') or now)) end
local function set(key, to)
  redis.call('HSET', key, 'until', math.min(to, now + ${REMEMBERED_MS}))
  redis.call('PEXPIRE', key, ${2 * REMEMBERED_MS})
end`

// KEYS: one of each share. ARGV: the clip, and its estimated time in ms.
const RESERVE = `${NOW}
local most = 0
for _, key in ipairs(KEYS) do
  local before = untilOf(key)
  if redis.call('HEXISTS', key, ARGV[1]) == 1 then
    local from = tonumber(redis.call('HGET', key, 'from:' .. ARGV[1]) or before)
    before = math.min(from, before - tonumber(ARGV[2]))
  else
    if redis.call('HLEN', key) > ${2 * MOST_CLIPS} then redis.call('DEL', key) end
    redis.call('HSET', key, ARGV[1], ARGV[2], 'from:' .. ARGV[1], before)
    set(key, before + tonumber(ARGV[2]))
  end
  most = math.max(most, before - now)
end
return math.floor(most)`

const SETTLE = `${NOW}
for _, key in ipairs(KEYS) do
  local reserved = redis.call('HGET', key, ARGV[1])
  if reserved then
    redis.call('HDEL', key, ARGV[1], 'from:' .. ARGV[1])
    set(key, untilOf(key) + tonumber(ARGV[2]) - tonumber(reserved))
  end
end`

/** The time of the engines that a share has used or reserved. */
export const engineKey = (prefix: string, share: string) => `${prefix}:engine:${share}`

/**
 * How much time of the engines each share has reserved (decision 0073): by an estimate when a clip is asked for, by the time that it
 * took afterwards. A share that asks for more than time passes gets ahead of the clock, by which its clips are ranked.
 */
export class EngineShares {
  readonly #producer: Pick<Producer, 'ask'>
  readonly #prefix: string

  constructor(producer: Pick<Producer, 'ask'>, queuePrefix: string) {
    this.#producer = producer
    this.#prefix = `${queuePrefix}:tts`
  }

  /**
   * Reserves an estimated time (ms) for a clip, once until it is settled. Returns how far the fullest of the shares is ahead
   * of the clock without it and without what was reserved after it (ms): the rest of a line is not behind the next lines.
   */
  reserve(shares: readonly Share[], jobId: string, estimateMs: number): Promise<number> {
    return this.#run(RESERVE, shares, jobId, estimateMs)
  }

  /** The clip took this time (ms), or its client left after as much of it. */
  async settle(shares: readonly Share[], jobId: string, tookMs: number): Promise<void> {
    await this.#run(SETTLE, shares, jobId, tookMs)
  }

  #run(script: string, shares: readonly Share[], jobId: string, ms: number): Promise<number> {
    const keys = shares.map(({ key }) => engineKey(this.#prefix, key))
    return this.#producer.ask(
      (_queue, redis: Redis) => redis.eval(script, keys.length, ...keys, jobId, ms) as Promise<number>,
    )
  }
}
