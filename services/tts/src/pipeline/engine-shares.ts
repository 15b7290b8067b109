import type { Share } from '@andscene/service-kit/shares'
import { onRedis, redisKeys, type RedisSource } from './redis-keys.ts'

/** A share's use expires after this time without requests, and never exceeds it (ms). */
const REMEMBERED_MS = 60_000
/** Maximum number of unsettled clips per share, whose clients never returned; older ones are removed. */
const MOST_CLIPS = 100

const NOW = `local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local function untilOf(key) return math.max(now, tonumber(redis.call('HGET', key, 'until') or now)) end
local function set(key, to)
  redis.call('HSET', key, 'until', math.min(to, now + ${REMEMBERED_MS}))
  redis.call('PEXPIRE', key, ${2 * REMEMBERED_MS})
end`

// KEYS: one per share. ARGV: the clip, and its estimated time in ms.
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

/** Engine time of each share (decision 0073): first estimated, then measured. Heavy users get ahead of the clock. */
export class EngineShares {
  readonly #keyOf: (share: string) => string
  readonly #redis: ReturnType<typeof onRedis>

  constructor(producer: RedisSource, queuePrefix: string) {
    this.#keyOf = redisKeys(queuePrefix).engine
    this.#redis = onRedis(producer)
  }

  /**
   * Reserves a time once. Returns how far (ms) the share with the most use is ahead, without this and later
   * reservations.
   */
  reserve(shares: readonly Share[], jobId: string, estimateMs: number): Promise<number> {
    return this.#run(RESERVE, shares, jobId, estimateMs)
  }

  /** Replaces the estimate with the time (ms) that the clip took, completely or until its client left. */
  async settle(shares: readonly Share[], jobId: string, tookMs: number): Promise<void> {
    await this.#run(SETTLE, shares, jobId, tookMs)
  }

  #run(script: string, shares: readonly Share[], jobId: string, ms: number): Promise<number> {
    const keys = shares.map(({ key }) => this.#keyOf(key))
    return this.#redis((redis) => redis.eval(script, keys.length, ...keys, jobId, ms) as Promise<number>)
  }
}
