import { Redis } from 'ioredis'

/** For producers and questions: fails at once while Redis is away instead of hanging (architecture §7). */
export function connectProducer(url: string): Redis {
  return quiet(
    new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, lazyConnect: false, retryStrategy }),
  )
}

/** For BullMQ workers and events: waits for Redis as long as it takes. */
export function connectConsumer(url: string): Redis {
  return quiet(new Redis(url, { maxRetriesPerRequest: null, retryStrategy }))
}

const retryStrategy = (attempt: number) => Math.min(attempt * 100, 2_000)

// Without a listener every reconnect attempt is printed as an unhandled error; readiness tells the state.
function quiet(redis: Redis): Redis {
  return redis.on('error', () => {})
}
