import { LRUCache } from 'lru-cache'

/*
   The tracing interface for the product's code. Nothing of OpenTelemetry is imported here: its SDK is loaded when an
   endpoint is configured (start-tracing.ts), and until then every function below costs one comparison.
 */

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

/** Ids, counts, sizes, names of parts: never users' texts, identities or tokens (docs/security.md). */
export type SpanAttributes = Record<string, string | number | boolean | undefined>

export type SpanOptions = {
  kind?: SpanKind
  attributes?: SpanAttributes
  /** A `traceparent` from a request or a job; null begins a trace. The active span by default. */
  parent?: string | null | undefined
  /** A `traceparent` of another trace that led to this one. */
  link?: string | undefined
  /** Start time in ms since 1970; now when absent. */
  startedAt?: number | undefined
}

export type Span = {
  /** The value of the header or payload field with this name. */
  readonly traceparent: string
  rename(name: string): void
  set(attributes: SpanAttributes): void
  /** Marks the span as failed; `kind` is a stable name, because messages may quote users' texts. */
  fail(kind: string): void
  /** Ends the span; further calls do nothing. */
  end(at?: number): void
  /** Runs `work` with this span as the active one. */
  run<T>(work: () => T): T
}

export type Tracer = {
  begin(name: string, options?: SpanOptions): Span
  active(): Span | undefined
  /** For log lines: `trace_id` and `span_id` of the active span. */
  logFields(): Record<string, string>
  close(): Promise<void>
}

/** Header between our own processes, and optional field of every job. */
export const TRACE_HEADER = 'traceparent'

let tracer: Tracer | undefined

/** Only for the start of a process, and for tests. */
export function useTracer(next: Tracer | undefined): void {
  tracer = next
}

export const isTracing = (): boolean => tracer !== undefined

/** A span that the caller ends; undefined while tracing is off. */
export const beginSpan = (name: string, options?: SpanOptions): Span | undefined =>
  tracer?.begin(name, options)

/** Runs `work` inside a span, which ends and fails with it. */
export function traced<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  return tracer ? inSpan(tracer.begin(name, options), work) : work(undefined)
}

/** Runs `work` inside a span that has started already. */
export async function inSpan<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await span.run(() => work(span))
  } catch (error) {
    span.fail(failureKind(error))
    throw error
  } finally {
    span.end()
  }
}

/** What took place already, below the active span; times in ms since 1970. */
export function noteSpan(
  name: string,
  startedAt: number,
  endedAt: number,
  attributes?: SpanAttributes,
): void {
  if (!tracer?.active()) return
  tracer.begin(name, { startedAt, ...(attributes && { attributes }) }).end(endedAt)
}

export const activeSpan = (): Span | undefined => tracer?.active()

export const traceFields = (): Record<string, string> => tracer?.logFields() ?? {}

/** Our error code, or the error's class. */
export function failureKind(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown'
  const { code, kind, name } = error as { code?: unknown; kind?: unknown; name?: unknown }
  for (const known of [code, kind, name]) if (typeof known === 'string' && FAILURE.test(known)) return known
  return 'Error'
}
const FAILURE = /^[\w-]{1,60}$/

/*
 * A command that a request left in an outbox is sent after the request, maybe by a later look: it finds the trace again by the
 * request's id. When it is forgotten, or another process sends it, the job begins a trace of its own.
 */
const requests = new LRUCache<string, string>({ max: 1_000, ttl: 120_000 })

export function rememberRequest(requestId: string, parent: string): void {
  requests.set(requestId, parent)
}

/** The trace that a job added now belongs to. */
export const traceOfRequest = (requestId: string | undefined): string | undefined =>
  tracer && (activeSpan()?.traceparent ?? (requestId === undefined ? undefined : requests.get(requestId)))
