import { DelayedError, type Job } from 'bullmq'
import {
  beginSpan,
  failureKind,
  isTracing,
  traced,
  traceOfRequest,
  type Span,
  type SpanAttributes,
} from './spans.ts'

/** What a job's payload says of its trace; see `Traced` of contracts/queues. */
export type TraceMark = { traceparent?: string; tracedAt?: number }

/**
 * `part` of the trace in which the job was added, because a caller waits for it there; or `led-to` by it, with a
 * trace of its own: a plan of thousands of jobs that run for an hour would be a trace that no tool can show.
 */
export type TraceRelation = (priority: number) => 'part' | 'led-to'

const aboutQueue = (queue: string): SpanAttributes => ({
  'messaging.system': 'bullmq',
  'messaging.destination.name': queue,
})

type Added = readonly { payload: { requestId?: string | undefined; traceparent?: string | undefined } }[]

/**
 * Adds jobs, whose payloads get `mark`. A job that is added inside a request, or for one, belongs to its trace.
 * Without a request, as in a periodic look at unfinished work, its trace begins when it runs.
 */
export function addedIn(
  queue: string,
  jobs: Added,
  add: (mark: TraceMark) => Promise<unknown>,
): Promise<unknown> {
  const parent = traceOfRequest(jobs[0]?.payload.requestId)
  if (parent === undefined) return add({})
  const attributes = { ...aboutQueue(queue), 'messaging.batch.message_count': jobs.length }
  return traced(`${queue} publish`, { kind: 'producer', parent, attributes }, (span) => add(markOf(span)))
}

/** For a job that is already in the queue and for which a caller now waits. */
export const markOf = (span: Span | undefined): TraceMark =>
  span ? { traceparent: span.traceparent, tracedAt: Date.now() } : {}

type Taken = { name: string; job: Job<TraceMark>; relation?: TraceRelation | undefined }

/** Runs a job inside a span, with another span for its wait. */
export async function runTraced<T>(
  { name, job, relation }: Taken,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (!isTracing()) return work(undefined)
  const isPart = (relation?.(job.priority) ?? 'part') === 'part'
  const given = typeof job.data?.traceparent === 'string' ? job.data.traceparent : undefined
  const parent = isPart ? given : undefined
  const attributes = { ...aboutQueue(name), 'messaging.message.id': job.id }
  if (parent !== undefined && job.attemptsStarted <= 1)
    beginSpan(`${name} wait`, { parent, attributes, startedAt: waitingSince(job) })?.end()
  const span = beginSpan(`${name} process`, {
    kind: 'consumer',
    parent: parent ?? null,
    link: isPart ? undefined : given,
    attributes: { ...attributes, 'andscene.job.attempt': job.attemptsMade + 1 },
  })!
  try {
    return await span.run(() => work(span))
  } catch (error) {
    // A job that returns to the queue has not failed.
    if (!(error instanceof DelayedError)) span.fail(failureKind((error as Error | undefined)?.cause ?? error))
    throw error
  } finally {
    span.end()
  }
}

const waitingSince = ({ timestamp, data, opts }: Job<TraceMark>): number =>
  Math.min(Date.now(), Math.max(timestamp + (opts.delay ?? 0), data.tracedAt ?? 0))
