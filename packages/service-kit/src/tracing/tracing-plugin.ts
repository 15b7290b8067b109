import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { beginSpan, rememberRequest, TRACE_HEADER, type Span } from './spans.ts'
import { startTracing, isTracingEnabled } from './start-tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this request; undefined while tracing is off. */
    span: Span | undefined
  }
}

export type TracingOptions = {
  /** Name of the process in its traces. */
  name: string
  /**
   * Whether the `traceparent` of a request is ours. A foreign one would decide for us whether a trace is kept, and
   * could join the requests of strangers into one trace.
   */
  trusts: (request: FastifyRequest) => boolean
}

/** Probes and metrics: requested every few seconds, and not part of a user's request. */
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * A span for every request while an operator has named a collector. Of the request its method, its route's pattern and its
 * id, never its address: that may hold the secret of a link.
 */
export const tracingPlugin = fp(
  async (app: FastifyInstance, { name, trusts }: TracingOptions) => {
    app.decorateRequest('span')
    if (!isTracingEnabled()) return
    const tracing = await startTracing({ name, log: app.log })
    app.addHook('onClose', () => tracing.close())

    app.addHook('onRequest', (request, reply, done) => {
      const route = request.routeOptions.url
      if (route !== undefined && UNTRACED.has(route)) return done()
      const given = trusts(request) ? request.headers[TRACE_HEADER] : undefined
      const span = beginSpan([request.method, route].filter(Boolean).join(' '), {
        kind: 'server',
        parent: typeof given === 'string' ? given : null,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'andscene.request.id': request.id,
        },
      })
      if (!span) return done()
      request.span = span
      rememberRequest(request.id, span.traceparent)
      // Runs after the last byte, and when the client has disconnected.
      reply.raw.once('close', () => {
        if (reply.raw.headersSent) span.set({ 'http.response.status_code': reply.statusCode })
        if (!reply.raw.writableFinished) span.set({ 'andscene.client.left': true })
        if (reply.statusCode >= 500) span.fail(String(reply.statusCode))
        span.end()
      })
      span.run(done)
    })
    // A body that has been read ends in the context of its connection, not of its request.
    app.addHook('preValidation', (request, _reply, done) => (request.span ? request.span.run(done) : done()))
  },
  { name: 'tracing' },
)

/** The headers for a request that is passed on. */
export const traceHeader = ({ span }: Pick<FastifyRequest, 'span'>): Record<string, string> =>
  span ? { [TRACE_HEADER]: span.traceparent } : {}
