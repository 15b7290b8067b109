import { QUEUE_COMMAND_MS } from '@andscene/contracts/deadlines'
import { misfit } from '@andscene/contracts/schema/fits'
import {
  QUEUE_NAMES,
  QUEUE_TABLE,
  type QueueDefinition,
  type QueueName,
  type QueuePayloads,
} from '@andscene/contracts/queues'
import { Queue, type JobsOptions } from 'bullmq'
import type { Redis } from 'ioredis'
import { once } from 'node:events'
import { withTimeout } from '../timeouts.ts'
import { dependencyUnavailable, unavailable } from '../http-error.ts'
import { countDependencyError } from '../metrics/process-metrics.ts'
import type { RedisTarget } from '../redis/redis-config.ts'
import { connectProducer } from '../redis/redis.ts'
import { addedIn } from '../tracing/job-trace.ts'

export type QueueConnection = {
  redis: RedisTarget
  /** Prefix of all keys; one Redis may serve several installations and tests. */
  prefix: string
}

export type AddOptions = {
  /** Overrides the priority in the contract's table. */
  jobId?: string
  /** 1 is first; absent means "before all that have one" (BullMQ). */
  priority?: number
}

export type Producer<Name extends QueueName = QueueName> = {
  /**
   * Resolves when the job is in Redis. Rejects with AWAY immediately, or within QUEUE_COMMAND_MS, while Redis is down.
   */
  add(payload: QueuePayloads[Name], options?: AddOptions): Promise<void>
  addMany(jobs: readonly { payload: QueuePayloads[Name]; options?: AddOptions | undefined }[]): Promise<void>
  /**
   * Reads or changes the queue itself; its connection is for commands that BullMQ has no method for. Rejects with
   * AWAY as add does, also when it takes longer than `limitMs`.
   */
  ask<T>(work: (queue: Queue<QueuePayloads[Name]>, redis: Redis) => Promise<T>, limitMs?: number): Promise<T>
  /** For callers without a deadline: metrics, the operators' view, tests. */
  readonly queue: Queue<QueuePayloads[Name]>
  close(): Promise<void>
}

/** Permanently failed jobs are kept this long, to be seen and to be retried on the next play (architecture §7). */
const KEEP_FAILED = { age: 7 * 24 * 3_600, count: 20_000 }

/** The consumer computes the delay: exponential with jitter, at least the time that the failure requires. */
export const BACKOFF = 'jittered'

/** The producer of a queue. Jobs are validated against the contract before they are sent. */
export function createProducer<Name extends QueueName>(
  name: Name,
  { redis, prefix }: QueueConnection,
): Producer<Name> {
  const connection = connectProducer(redis)
  let connected = false
  connection.once('ready', () => {
    connected = true
  })
  const queue = new Queue<QueuePayloads[Name]>(name, {
    connection,
    prefix,
    defaultJobOptions: {
      attempts: QUEUE_TABLE[name].attempts,
      backoff: { type: BACKOFF },
      removeOnComplete: true,
      removeOnFail: KEEP_FAILED,
      stackTraceLimit: 5,
    },
  })
  // Failures reject the call; the connection's own errors repeat for as long as Redis is down.
  queue.on('error', () => {})

  const ask: Producer<Name>['ask'] = async (work, limitMs = QUEUE_COMMAND_MS) => {
    const answer = async () => {
      // Waits only for the first connection; once it is lost, calls fail immediately.
      if (!connected) await once(connection, 'ready', { signal: AbortSignal.timeout(limitMs) })
      return work(queue, connection)
    }
    try {
      return await withTimeout(answer(), limitMs)
    } catch (cause) {
      if (isFull(cause)) {
        countDependencyError('redis')
        throw unavailable('The queue is full right now. Please try again in a moment.', cause)
      }
      throw dependencyUnavailable('redis', cause)
    }
  }
  const addMany: Producer<Name>['addMany'] = async (jobs) => {
    for (const { payload } of jobs) assertPayload(name, payload)
    if (jobs.length === 0) return
    await addedIn(name, jobs, (mark) => {
      // The library infers names and payloads from a class it cannot see through a generic.
      const entries = jobs.map(({ payload, options }) => ({
        name,
        data: { ...payload, ...mark },
        opts: { ...sameness(name, payload), ...options },
      }))
      return ask(() => queue.addBulk(entries as never))
    })
  }
  return {
    ask,
    queue,
    addMany,
    add: (payload, options) => addMany([{ payload, options }]),
    async close() {
      await queue.close()
      connection.disconnect()
    },
  }
}

export type Producers = { [Name in QueueName]: Producer<Name> }

/** The producers of all queues of the contract. */
export const createProducers = (connection: QueueConnection): Producers =>
  Object.fromEntries(QUEUE_NAMES.map((name) => [name, createProducer(name, connection)])) as Producers

/** Throws an error for developers when the payload is invalid. */
export function assertPayload<Name extends QueueName>(
  name: Name,
  payload: unknown,
): asserts payload is QueuePayloads[Name] {
  const field = misfit(QUEUE_TABLE[name].payload, payload as object)
  if (field) throw new TypeError(`${name}: payload.${field} is missing or does not fit its schema`)
}

/**
 * By the contract's table. A second job is dropped while the first waits, and runs once more after it when the first is
 * already running, so that the latest state is always seen.
 */
function sameness<Name extends QueueName>(name: Name, payload: QueuePayloads[Name]): JobsOptions {
  const table: QueueDefinition = QUEUE_TABLE[name] as never
  const jobId = table.jobId?.(payload)
  const same = table.deduplication?.(payload)
  if (!same) return jobId === undefined ? {} : { jobId }
  const { id, debounceMs } = same
  return {
    ...(jobId !== undefined && { jobId }),
    ...(debounceMs !== undefined && { delay: debounceMs }),
    deduplication: { id, keepLastIfActive: true, replace: debounceMs !== undefined },
  }
}

/** Redis is at `maxmemory`, and does not evict. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && (/\bOOM\b/.test(error.message) || isFull(error.cause))
