import { JOB_LOCK_MS, STALLED_CHECK_MS } from '@andscene/contracts/deadlines'
import { QUEUE_NAMES, type QueueName } from '@andscene/contracts/queues'
import { Queue, Worker } from 'bullmq'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import type { Registry } from 'prom-client'
import { settlesWithin } from '../timeouts.ts'
import { CANCELLED, DRAINING, jobRunner, type ProcessJob } from './job-run.ts'
import { createQueueMetrics, type QueueMetrics } from './queue-metrics.ts'
import { isFull, type QueueConnection } from './queues.ts'
import { connectConsumer, redisFault } from '../redis/redis.ts'
import type { TraceRelation } from '../tracing/job-trace.ts'

export type Consumer<Name extends QueueName> = {
  concurrency: number
  process: ProcessJob<Name>
  /** Whether a job is part of the trace in which it was added; true by default. */
  traceRelation?: TraceRelation
}
export type Consumers = { [Name in QueueName]: Consumer<Name> }

export type ConsumerOptions = QueueConnection & {
  consumers: Consumers
  log: FastifyBaseLogger
  metrics: Registry
  /** When a process dies, another worker takes its job after at most this and two more `stalledCheckMs`. */
  lockMs?: number
  stalledCheckMs?: number
}

export type RunningConsumers = {
  /** Takes no new jobs of the queue in this process; running ones continue. */
  pause(name: QueueName): Promise<void>
  resume(name: QueueName): Promise<void>
  /** Aborts the job if it runs in this process, and ends it as `dropped`. */
  cancel(name: QueueName, jobId: string): void
  /** Rejects while Redis is down or full. */
  check(): Promise<void>
  /** Takes no more jobs, waits for running ones, returns them to the queue after `deadlineMs`, and disconnects. */
  close(deadlineMs: number): Promise<void>
}

/** A job may stall this many times, because its process died, before it fails as the likely cause. */
const MAX_STALLED = 5
const RECONNECT_MS = 1_000
/** Time for aborted jobs to return to the queue. */
const ABORT_GRACE_MS = 500
const SAME_ERROR_MS = 60_000
/** Kinds of failures that are logged separately. */
const KINDS_KEPT = 100
/** Enough of a message to tell failures apart, before it names a job. */
const KIND_CHARACTERS = 20
const BACKOFF_BASE_MS = 1_000
const BACKOFF_LIMIT_MS = 60_000

/** Starts a worker per queue, with metrics, logs and error handlers. Throws when a queue has no consumer. */
export function startConsumers(options: ConsumerOptions): RunningConsumers {
  const missing = QUEUE_NAMES.filter((name) => !options.consumers[name])
  if (missing.length > 0) throw new Error(`No consumer for the queues ${missing.join(', ')}`)

  const connection = connectConsumer(options.redis)
  const queues = QUEUE_NAMES.map((name) => new Queue(name, { connection, prefix: options.prefix }))
  for (const queue of queues) queue.on('error', () => {})
  const metrics = createQueueMetrics(options.metrics, queues)
  const workers = new Map(
    QUEUE_NAMES.map((name) => [name, startWorker(name, connection, metrics, options)] as const),
  )
  return {
    pause: async (name) => workers.get(name)!.pause(true),
    resume: async (name) => workers.get(name)!.resume(),
    cancel(name, jobId) {
      workers.get(name)!.cancelJob(jobId, CANCELLED)
    },
    check: async () => {
      if (connection.status !== 'ready') throw new Error(redisFault(connection))
      await assertWritable(connection, options.prefix)
    },
    async close(deadlineMs) {
      const all = [...workers.values()]
      const drained = Promise.all(all.map((worker) => worker.close()))
      if (!(await settlesWithin(drained, deadlineMs))) {
        for (const worker of all) worker.cancelAllJobs(DRAINING)
        await settlesWithin(drained, ABORT_GRACE_MS)
      }
      await settlesWithin(Promise.all(queues.map((queue) => queue.close())), ABORT_GRACE_MS)
      connection.disconnect()
    },
  }
}

function startWorker<Name extends QueueName>(
  name: Name,
  connection: Redis,
  metrics: QueueMetrics,
  { log, prefix, lockMs = JOB_LOCK_MS, stalledCheckMs = STALLED_CHECK_MS, consumers }: ConsumerOptions,
): Worker {
  const { concurrency, process, traceRelation } = consumers[name] as Consumer<Name>
  const worker = new Worker(name, jobRunner({ name, process, log, metrics, traceRelation }), {
    connection,
    prefix,
    concurrency,
    lockDuration: lockMs,
    stalledInterval: stalledCheckMs,
    maxStalledCount: MAX_STALLED,
    runRetryDelay: RECONNECT_MS,
    settings: { backoffStrategy },
  })
  worker.on('failed', (job) => metrics.failed(name, job))
  worker.on('stalled', (jobId) => {
    metrics.stalled(name)
    log.warn({ queue: name, jobId }, 'job was left by a dead process')
  })
  const logError = oncePerMinute((error: Error) => log.warn({ queue: name, err: error }, 'queue error'))
  worker.on('error', logError)
  return worker
}

/** Doubles from 1 s to 60 s, of which a random half is used, but at least the time that the failure requires. */
export function backoffStrategy(attemptsMade: number, _type?: string, error?: Error): number {
  const full = Math.min(BACKOFF_LIMIT_MS, BACKOFF_BASE_MS * 2 ** (attemptsMade - 1))
  const jittered = full / 2 + (Math.random() * full) / 2
  const asked = (error as { retryAfterMs?: unknown } | undefined)?.retryAfterMs
  return Math.round(typeof asked === 'number' ? Math.max(asked, jittered) : jittered)
}

/** The same failure comes every second while Redis is full: it is logged when it begins and once a minute. */
function oncePerMinute(log: (error: Error) => void): (error: Error) => void {
  const told = new LRUCache<string, true>({ max: KINDS_KEPT, ttl: SAME_ERROR_MS })
  return (error) => {
    const kind = error.message.slice(0, KIND_CHARACTERS)
    if (told.has(kind)) return
    told.set(kind, true)
    // The client adds the failed command with its payload: users' texts must not be logged.
    delete (error as { command?: unknown }).command
    log(error)
  }
}

/** Writes a key that expires immediately: only a write detects that Redis is full. */
async function assertWritable(connection: Redis, prefix: string): Promise<void> {
  try {
    await connection.set(`${prefix}:write-check`, '', 'PX', 1)
  } catch (error) {
    throw isFull(error) ? new Error('Redis is full') : error
  }
}
