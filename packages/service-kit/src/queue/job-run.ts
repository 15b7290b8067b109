import type { QueueName, QueuePayloads } from '@andscene/contracts/queues'
import { DelayedError, UnrecoverableError, type Job } from 'bullmq'
import type { FastifyBaseLogger } from 'fastify'
import type { QueueMetrics } from './queue-metrics.ts'
import { assertPayload } from './queues.ts'
import { runTraced, type TraceRelation } from '../tracing/job-trace.ts'
import type { Span } from '../tracing/spans.ts'

/** A permanent failure: the job is not retried. */
export class PermanentFailure extends Error {
  override readonly name: string = 'PermanentFailure'
}

/** The job cannot run yet: it runs again after `delayMs`, without counting an attempt. */
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
  /** The priority when the worker took the job. */
  priority: number
  /**
   * Aborts when the process drains and its deadline has passed; the job then returns to the queue. Also aborts when
   * the job is cancelled; it then ends as `dropped`, whatever `process` returns.
   */
  signal: AbortSignal
  log: FastifyBaseLogger
}

/** What `process` returns is the job's result and the `outcome` label of the run-time histogram. */
export type JobResult = { outcome: string }

/** A failure may carry `retryAfterMs`: the next attempt waits at least that long. */
export type ProcessJob<Name extends QueueName> = (
  payload: QueuePayloads[Name],
  context: JobContext,
) => Promise<JobResult>

/** Reasons of a job's aborted signal. */
export const CANCELLED = 'cancelled'
export const DRAINING = 'draining'

type RunParts<Name extends QueueName> = {
  name: Name
  process: ProcessJob<Name>
  log: FastifyBaseLogger
  metrics: QueueMetrics
  traceRelation?: TraceRelation | undefined
}

/** The processor that BullMQ calls for each job: counts and logs its result, and translates it for BullMQ. */
export function jobRunner<Name extends QueueName>({
  name,
  process,
  log: parent,
  metrics,
  traceRelation,
}: RunParts<Name>) {
  const run = async (
    job: Job,
    {
      token,
      given,
      span,
    }: { token?: string | undefined; given?: AbortSignal | undefined; span?: Span | undefined },
  ): Promise<JobResult> => {
    const signal = given ?? new AbortController().signal
    const log = parent.child({ queue: name, jobId: job.id, requestId: job.data?.requestId })
    const done = metrics.started(name, job)
    const attempt = job.attemptsMade + 1
    try {
      const context = { jobId: job.id!, attempt, priority: job.priority, signal, log }
      const result = await process(payloadOf(name, job), context)
      done(result.outcome)
      span?.set({ 'andscene.job.outcome': result.outcome })
      log.debug({ outcome: result.outcome, attempt }, 'job done')
      return result
    } catch (error) {
      if (signal.aborted && signal.reason === CANCELLED) {
        done('dropped')
        span?.set({ 'andscene.job.outcome': 'dropped' })
        log.info('job cancelled')
        return { outcome: 'dropped' }
      }
      // Whatever error an aborted job throws, its cause is the shutdown of this process.
      const failure = signal.aborted ? new Postponed(0, DRAINING) : error
      if (failure instanceof Postponed) {
        done('postponed')
        span?.set({ 'andscene.job.outcome': 'postponed' })
        // Frequent while many long texts wait; failures are logged where they occur.
        log.debug({ reason: failure.message, delayMs: failure.delayMs }, 'job postponed')
        await job.moveToDelayed(Date.now() + failure.delayMs, token)
        throw new DelayedError()
      }
      done('failed')
      log.warn({ err: failure, attempt }, 'job failed')
      throw failure instanceof PermanentFailure
        ? Object.assign(new UnrecoverableError(failure.message), { cause: failure })
        : failure
    }
  }
  // BullMQ creates a signal only for functions with three parameters.
  return (job: Job, token?: string, given?: AbortSignal): Promise<JobResult> =>
    runTraced({ name, job, relation: traceRelation }, (span) => run(job, { token, given, span }))
}

function payloadOf<Name extends QueueName>(name: Name, job: Job): QueuePayloads[Name] {
  const payload: unknown = job.data
  try {
    assertPayload(name, payload)
  } catch (error) {
    throw new PermanentFailure((error as Error).message)
  }
  return payload
}
