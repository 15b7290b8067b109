import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { settlesWithin } from '../timeouts.ts'
import { samplerOf } from './sampler.ts'
import type { Span, SpanAttributes, SpanOptions, Tracer } from './spans.ts'
import { LoggedExporter } from './logged-exporter.ts'

export type OpenTelemetryOptions = {
  name: string
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  env: Record<string, string | undefined>
  /** Destination of spans; by default the endpoint of the environment. */
  exporter?: SpanExporter
}

/** Maximum number of spans waiting to be sent; further ones are dropped without blocking code. */
const QUEUED_SPANS = 2_048
const SENT_AT_ONCE = 512
const SENT_EVERY_MS = 2_000
/** A collector that does not respond must not keep a process from exiting. */
const CLOSING_MS = 400
/** Longer values are truncated; none of our attributes is longer. */
const VALUE_CHARACTERS = 256

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

/** Traces by the OpenTelemetry SDK, sent as OTLP over HTTP (decision 0056). */
export function openTelemetry({ name, log, env, exporter }: OpenTelemetryOptions): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': name, 'service.instance.id': randomUUID() }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: samplerOf(env),
    spanLimits: { attributeValueLengthLimit: VALUE_CHARACTERS },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new LoggedExporter(exporter ?? new OTLPTraceExporter(), log),
        maxQueueSize: QUEUED_SPANS,
        maxExportBatchSize: SENT_AT_ONCE,
        scheduledDelayMillis: SENT_EVERY_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('andscene')
  const present = new AsyncLocalStorage<Span>()

  const begin = (spanName: string, options: SpanOptions = {}): Span => {
    const { kind = 'internal', attributes = {}, parent, link, startedAt } = options
    const linked = link === undefined ? null : parseTraceParent(link)
    const above = parent === undefined ? present.getStore()?.traceparent : parent
    const span = tracer.startSpan(
      spanName,
      {
        kind: KINDS[kind],
        attributes: defined(attributes),
        ...(linked && { links: [{ context: linked }] }),
        ...(startedAt !== undefined && { startTime: startedAt }),
      },
      contextOf(above, { isRemote: parent !== undefined }),
    )
    let ended = false
    const { traceId, spanId, traceFlags } = span.spanContext()
    const own: Span = {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      rename: (next) => void span.updateName(next),
      set: (more) => void span.setAttributes(defined(more)),
      fail: (failure) => {
        span.setAttribute('error.type', failure)
        span.setStatus({ code: SpanStatusCode.ERROR })
      },
      end: (at) => {
        if (ended) return
        ended = true
        span.end(at)
      },
      run: (work) => present.run(own, work),
    }
    return own
  }

  return {
    begin,
    active: () => present.getStore(),
    logFields() {
      const [, traceId, spanId] = present.getStore()?.traceparent.split('-') ?? []
      return traceId === undefined ? {} : { trace_id: traceId, span_id: spanId! }
    },
    async close() {
      await settlesWithin(provider.shutdown(), CLOSING_MS)
    },
  }
}

/** An invalid traceparent starts a new trace, like a missing one. */
function contextOf(traceparent: string | null | undefined, { isRemote }: { isRemote: boolean }): Context {
  const parent = traceparent ? parseTraceParent(traceparent) : null
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote }) : ROOT_CONTEXT
}

const defined = (attributes: SpanAttributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as Record<
    string,
    string | number | boolean
  >
