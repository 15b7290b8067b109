import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger, FastifyHttpOptions, FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { failureBody, sendFailure, toHttpError } from '../http/errors-plugin.ts'
import { HttpError, invalid } from '../http-error.ts'
import { untilSent } from '../http/in-flight.ts'
import { endConnection, isEnding, lingeringClose } from './lingering-close.ts'
import { faultOf, hasBody, markFault, requestFault } from './request-fault.ts'

export type WireLimits = {
  /** Time limit for all headers of a request. */
  headersMs: number
  /** Time limit for a whole request of any kind; bodies have shorter ones. */
  requestMs: number
  /**
   * Time limit for a connection without traffic in either direction, e.g. of a client that does not read its response.
   */
  silenceMs: number
  /** An unused connection; longer than what proxies in front keep theirs for. */
  keepAliveMs: number
}
export const WIRE_LIMITS: WireLimits = {
  headersMs: 10_000,
  requestMs: 130_000,
  silenceMs: 60_000,
  keepAliveMs: 65_000,
}
const HEADER_LIMIT_BYTES = 16 * 1024
/**
 * Maximum number of unanswered requests per connection. Browsers and proxies do not pipeline, but one packet can hold a
 * thousand requests, which would all start together.
 */
const PIPELINED_LIMIT = 8

/** The latest response of a connection. */
const responses = new WeakMap<Socket, ServerResponse>()
const pending = new WeakMap<Socket, number>()

/**
 * Fastify options of a process on a public port: slow headers, large headers and non-HTTP data are refused in the
 * form of architecture §5, and each target is checked on its raw bytes before routing. Use it with `wirePlugin`.
 */
export function wireOptions(limits: Partial<WireLimits> = {}) {
  const { headersMs, requestMs, silenceMs, keepAliveMs } = { ...WIRE_LIMITS, ...limits }
  return {
    http: {
      maxHeaderSize: HEADER_LIMIT_BYTES,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(1_000, headersMs),
      insecureHTTPParser: false,
      // A missing host is refused below, in our form.
      requireHostHeader: false,
    },
    requestTimeout: requestMs,
    connectionTimeout: silenceMs,
    keepAliveTimeout: keepAliveMs,
    // While it closes, a process finishes requests and closes each connection with its response.
    return503OnClosing: false,
    rewriteUrl(request) {
      const fault = isEnding(request.socket) ? invalid('The connection was closed') : requestFault(request)
      if (fault) markFault(request, fault)
      // A refused request is not routed: the first hook sees the fault.
      return fault ? '/' : (request.url ?? '/')
    },
    frameworkErrors: (error, request, reply) => void sendFailure(request, reply as never, toHttpError(error)),
    clientErrorHandler(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket) {
      refuseConnection(this.log, error, socket)
    },
  } satisfies FastifyHttpOptions<Server>
}

/**
 * Refuses what `wireOptions` found, before any other hook; closes connections whose request was not read to its end.
 */
export const wirePlugin = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRequest', (request, reply, done) => {
      responses.set(request.raw.socket, reply.raw)
      if (!faultOf(request.raw) && countPending(request.raw.socket, reply.raw) > PIPELINED_LIMIT) {
        markFault(request.raw, tooManyBehindOneAnother())
        endConnection(request.raw)
      }
      done(faultOf(request.raw))
    })
    app.addHook('onSend', (request, reply, _payload, done) => {
      const unread = hasBody(request.raw) && !request.raw.complete
      if (unread || faultOf(request.raw)) reply.header('connection', 'close')
      if (unread && reply.statusCode >= 400) endConnection(request.raw)
      done()
    })
    app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      markFault(
        request,
        new HttpError('VALIDATION', 'The Expect header is not supported', { statusCode: 417 }),
      )
      app.routing(request, response)
    })
    app.server.on('connect', (_request: IncomingMessage, socket: Socket) =>
      refuse(app.log, socket, invalid('This server is not a proxy')),
    )
  },
  { name: 'wire', dependencies: ['errors'] },
)

/** Requests of `socket` that wait for their response, with the one that `response` is for. */
function countPending(socket: Socket, response: ServerResponse): number {
  const count = (pending.get(socket) ?? 0) + 1
  pending.set(socket, count)
  untilSent(response, () => pending.set(socket, (pending.get(socket) ?? 1) - 1))
  return count
}

const tooManyBehindOneAnother = () =>
  new HttpError('TOO_MANY_REQUESTS', 'Too many concurrent requests on one connection.', { retryAfter: 1 })

/** Handles errors of Node's parser or its timeouts: there is no request to respond to, only a connection. */
function refuseConnection(log: FastifyBaseLogger, error: NodeJS.ErrnoException, socket: Socket): void {
  // Further data on a refused connection is discarded until it closes.
  if (isEnding(socket) && !socket.destroyed) return
  // A browser opens connections in advance; one that never sent anything is closed without a response.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  refuse(log, socket, connectionFailure(error, socket), error.code)
}

function connectionFailure(error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket): HttpError {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new HttpError('TIMEOUT', 'The request took too long to arrive')
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    // If the first packet of a connection has no line end, the target is too long.
    const { rawPacket } = error
    const lineEnd = rawPacket?.indexOf('\n') ?? 0
    const firstLineOnly =
      rawPacket?.length === socket.bytesRead && (lineEnd < 0 || lineEnd > HEADER_LIMIT_BYTES)
    return firstLineOnly
      ? new HttpError('URI_TOO_LONG', 'The address is too long')
      : new HttpError('HEADERS_TOO_LARGE', 'The headers of the request are too large')
  }
  if (error.code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new HttpError('TOO_LARGE', 'The request is too large')
  return invalid('The request is not valid HTTP')
}

function refuse(log: FastifyBaseLogger, socket: Socket, failure: HttpError, detail?: string): void {
  const requestId = randomUUID()
  log.info(
    {
      reqId: requestId,
      route: 'none',
      reason: failure.code,
      detail,
      status: failure.statusCode,
      address: socket.remoteAddress,
    },
    'request refused',
  )
  const response = responses.get(socket)
  const begun = response && response.headersSent && !response.writableFinished
  if (!socket.writable || begun) {
    socket.destroy()
    return
  }
  lingeringClose(socket, responseText(failure, requestId))
}

function responseText(failure: HttpError, requestId: string): string {
  const body = JSON.stringify(failureBody(failure, requestId))
  return [
    `HTTP/1.1 ${failure.statusCode} Refused`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
