import { QUEUE_NAMES, type QueueName, type QueuePayloads } from '@andscene/contracts/queues'
import { DelayedError, Queue, UnrecoverableError, Worker, type Job } from 'bullmq'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import type { Registry } from 'prom-client'
import { backoffStrategy } from './queue-backoff.ts'
import { createQueueMetrics, type QueueMetrics } from './queue-metrics.ts'
import { assertPayload, isFull, type QueueConnection } from './queues.ts'
import { connectConsumer } from './redis.ts'

/** This will never succeed: the job fails for good without another attempt. */
export class PermanentFailure extends Error {
  override readonly name: string = 'PermanentFailure'
}

/** Not now, and not the job's fault: it runs again after `delayMs` without using up an attempt. */
export class Postponed extends Error {
  override readonly name = 'Postponed'
  readonly delayMs: number

  constructor(delayMs: number, message = 'postponed') {
    super(message)
    this.delayMs = delayMs
  }
}

export type JobContext = {
  jobId: string
  /** From 1. */
  attempt: number
  /** Priority at the moment it was taken. */
  priority: number
  /**
   * Aborts when the process drains and its deadline has passed; the job then goes back to the queue. Aborts also when
   * the job is cancelled; it then ends as `dropped`, whatever `process` makes of it.
   */
  signal: AbortSignal
  log: FastifyBaseLogger
}

/** What `process` returns is the job's result and the `outcome` label of the run-time histogram. */
export type JobResult = { outcome: string }

export type Consumer<Name extends QueueName> = {
  concurrency: number
  /** A failure may carry `retryAfterMs`: the next attempt waits at least that long. */
  process(payload: QueuePayloads[Name], context: JobContext): Promise<JobResult>
}
export type Consumers = { [Name in QueueName]: Consumer<Name> }

export type ConsumerOptions = QueueConnection & {
  consumers: Consumers
  log: FastifyBaseLogger
  metrics: Registry
  /** A job whose process died is taken by another after at most this and one more `stalledCheckMs`. */
  lockMs?: number
  stalledCheckMs?: number
}

export type RunningConsumers = {
  /** Takes no new jobs of the queue in this process; running ones go on. */
  pause(name: QueueName): Promise<void>
  resume(name: QueueName): Promise<void>
  /** Aborts the job if it runs in this process, and ends it as `dropped`. */
  cancel(name: QueueName, jobId: string): void
  /** Rejects while Redis is away or full. */
  check(): Promise<void>
  /** Takes no more jobs, waits for running ones, after `deadlineMs` sends them back to the queue, and disconnects. */
  close(deadlineMs: number): Promise<void>
}

const LOCK_MS = 10_000
const STALLED_CHECK_MS = 5_000
/** A process may die under one job this many times before the job counts as the cause. */
const MAX_STALLED = 5
const RECONNECT_MS = 1_000
/** Reasons of a job's aborted signal. */
const CANCELLED = 'cancelled'
const DRAINING = 'draining'
/** Time for aborted jobs to go back to the queue. */
const ABORT_GRACE_MS = 500
const SAME_ERROR_MS = 60_000
/** Enough of a message to tell failures apart, before it names a job. */
const KIND_CHARACTERS = 20

/** Starts a worker per queue, with metrics, logs and error handlers. Throws when a queue has no consumer. */
export function startConsumers(options: ConsumerOptions): RunningConsumers {
  const missing = QUEUE_NAMES.filter((name) => !options.consumers[name])
  if (missing.length > 0) throw new Error(`No consumer for the queues ${missing.join(', ')}`)

  const connection = connectConsumer(options.redisUrl)
  const queues = new Map(
    QUEUE_NAMES.map((name) => [name, new Queue(name, { connection, prefix: options.prefix })] as const),
  )
  for (const queue of queues.values()) queue.on('error', () => {})
  const metrics = createQueueMetrics(options.metrics, [...queues.values()])
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
      if (connection.status !== 'ready') throw new Error(`Redis is ${connection.status}`)
      await assertRoom(connection, options.prefix)
    },
    async close(deadlineMs) {
      const all = [...workers.values()]
      const drained = Promise.all(all.map((worker) => worker.close()))
      if (!(await within(drained, deadlineMs))) {
        for (const worker of all) worker.cancelAllJobs(DRAINING)
        await within(drained, ABORT_GRACE_MS)
      }
      await within(Promise.all([...queues.values()].map((queue) => queue.close())), ABORT_GRACE_MS)
      connection.disconnect()
    },
  }
}

function startWorker<Name extends QueueName>(
  name: Name,
  connection: Redis,
  metrics: QueueMetrics,
  options: ConsumerOptions,
): Worker {
  const consumer = options.consumers[name] as Consumer<Name>
  const worker = new Worker(
    name,
    async (job: Job, token?: string, signal?: AbortSignal) => {
      const log = options.log.child({ queue: name, jobId: job.id, requestId: job.data?.requestId })
      const done = metrics.started(name, job)
      try {
        const result = await run(consumer, name, job, log, signal ?? new AbortController().signal)
        done(result.outcome)
        log.debug({ outcome: result.outcome, attempt: job.attemptsMade + 1 }, 'job done')
        return result
      } catch (error) {
        if (signal?.aborted && signal.reason === CANCELLED) {
          const result = { outcome: 'dropped' }
          done(result.outcome)
          log.info('job cancelled')
          return result
        }
        // Whatever else an aborted job throws, its cause is that this process ends.
        const failure = signal?.aborted ? new Postponed(0, DRAINING) : error
        if (failure instanceof Postponed) {
          done('postponed')
          // Common while many long texts wait; what is out of order is logged where it is found.
          log.debug({ reason: failure.message, delayMs: failure.delayMs }, 'job postponed')
          await job.moveToDelayed(Date.now() + failure.delayMs, token)
          throw new DelayedError()
        }
        done('failed')
        log.warn({ err: failure, attempt: job.attemptsMade + 1 }, 'job failed')
        throw failure instanceof PermanentFailure
          ? Object.assign(new UnrecoverableError(failure.message), { cause: failure })
          : failure
      }
    },
    {
      connection,
      prefix: options.prefix,
      concurrency: consumer.concurrency,
      lockDuration: options.lockMs ?? LOCK_MS,
      stalledInterval: options.stalledCheckMs ?? STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLED,
      runRetryDelay: RECONNECT_MS,
      settings: { backoffStrategy },
    },
  )
  worker.on('failed', (job) => metrics.failed(name, job))
  worker.on('stalled', (jobId) => options.log.warn({ queue: name, jobId }, 'job was left by a dead process'))
  const logError = oncePerMinute((error: Error) =>
    options.log.warn({ queue: name, err: error }, 'queue error'),
  )
  worker.on('error', logError)
  return worker
}

/** The same failure comes every second while Redis is full: it is told when it begins and once a minute. */
function oncePerMinute(log: (error: Error) => void): (error: Error) => void {
  const told = new Map<string, number>()
  return (error) => {
    const now = Date.now()
    // Messages may name a job: those of an hour must not pile up.
    for (const [message, at] of told) if (now - at >= SAME_ERROR_MS) told.delete(message)
    const kind = error.message.slice(0, KIND_CHARACTERS)
    if (told.has(kind)) return
    told.set(kind, now)
    // The client adds the command that failed, with whole payloads: what people wrote is not for the log.
    delete (error as { command?: unknown }).command
    log(error)
  }
}

/** Writes what is gone a moment later: what Redis refuses to hold only a write can tell. */
async function assertRoom(connection: Redis, prefix: string): Promise<void> {
  try {
    await connection.set(`${prefix}:room`, '', 'PX', 1)
  } catch (error) {
    throw isFull(error) ? new Error('Redis is full') : error
  }
}

async function run<Name extends QueueName>(
  consumer: Consumer<Name>,
  name: Name,
  job: Job,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<JobResult> {
  const payload: unknown = job.data
  try {
    assertPayload(name, payload)
  } catch (error) {
    throw new PermanentFailure((error as Error).message)
  }
  return consumer.process(payload, {
    jobId: job.id!,
    attempt: job.attemptsMade + 1,
    priority: job.priority,
    signal,
    log,
  })
}

async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const finished = await Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    limit,
  ])
  clearTimeout(timer)
  return finished
}
