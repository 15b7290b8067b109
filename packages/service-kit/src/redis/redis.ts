import { QUEUE_COMMAND_MS } from '@andscene/contracts/deadlines'
import { Redis, type RedisOptions } from 'ioredis'
import { countDependencyError, watchConnection } from '../metrics/process-metrics.ts'
import type { RedisSentinels, RedisTarget } from './redis-config.ts'

/** For producers and queries: fails immediately while Redis is down instead of hanging (architecture §7). */
export function connectProducer(target: RedisTarget): Redis {
  return connect(target, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    lazyConnect: false,
    // A server that is frozen, or disconnected, closes no connection.
    commandTimeout: QUEUE_COMMAND_MS,
    reconnectOnError: isReadOnly,
  })
}

/** For BullMQ workers and events: waits for Redis as long as it takes. */
export function connectConsumer(target: RedisTarget): Redis {
  return connect(target, {
    maxRetriesPerRequest: null,
    // And sends the command again.
    reconnectOnError: (error) => isReadOnly(error) && 2,
  })
}

/** The reason why a connection is not ready, for operators. */
export function redisFault(redis: Redis): string {
  const last = lastErrors.get(redis)
  return `Redis is ${redis.status}${last ? ` (${last})` : ''}`
}

type Options = RedisOptions & { replyMapping?: 'legacy' }

const lastErrors = new WeakMap<Redis, string>()

/** A former primary, now a replica, rejects writes: reconnecting by name or Sentinels finds the present primary. */
const isReadOnly = (error: Error) => error.message.startsWith('READONLY')
const retryStrategy = (attempt: number) => Math.min(attempt * 100, 2_000)
/**
 * Number of Sentinels that a connection subscribes to for failovers, and the delay before it reconnects to a lost one.
 */
const WATCHED_SENTINELS = 3
const WATCH_AGAIN_MS = 5_000
const SENTINEL_LIMIT_MS = 2_000

function connect(target: RedisTarget, options: Options): Redis {
  const redis =
    typeof target === 'string'
      ? new Redis(target, { ...options, retryStrategy })
      : new Redis({ ...options, ...sentinelOptions(target), retryStrategy })
  // Without a listener every reconnect attempt is printed as an unhandled error; readiness and metrics tell the state.
  const remember = (error: Error) => {
    lastErrors.set(redis, error.message)
    countDependencyError('redis')
  }
  redis.once('end', watchConnection(redis))
  return redis
    .on('error', remember)
    .on('sentinelError', remember)
    .on('ready', () => lastErrors.delete(redis))
}

/**
 * Connects to the primary by Sentinel. The connection is closed when the Sentinels have elected another primary,
 * because the former one may be frozen, or unreachable for others only, and would keep the connection open.
 */
export function sentinelOptions(target: RedisSentinels): Options {
  const { sentinels, master, username, password, sentinelPassword, tls } = target
  return {
    sentinels,
    name: master,
    role: 'master',
    failoverDetector: true,
    sentinelMaxConnections: WATCHED_SENTINELS,
    sentinelRetryStrategy: retryStrategy,
    sentinelReconnectStrategy: () => WATCH_AGAIN_MS,
    sentinelCommandTimeout: SENTINEL_LIMIT_MS,
    connectTimeout: SENTINEL_LIMIT_MS,
    ...(username && { username }),
    ...(password && { password }),
    ...(sentinelPassword && { sentinelPassword }),
    ...(tls && { tls: {}, enableTLSForSentinelMode: true, sentinelTLS: {} }),
  }
}
