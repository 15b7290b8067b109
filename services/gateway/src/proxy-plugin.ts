import replyFrom from '@fastify/reply-from'
import { API_ROUTES, ROUTE_HEADERS } from '@andscene/contracts/api'
import { GATEWAY_MS } from '@andscene/contracts/deadlines'
import { isEvents, isFile, type Route } from '@andscene/contracts/define-route'
import type { ServiceName } from '@andscene/contracts/internal'
import { FILE_TOO_LARGE } from '@andscene/contracts/limits'
import { REQUEST_ID_HEADER } from '@andscene/service-kit/create-app'
import { HttpError, dependencyUnavailable } from '@andscene/service-kit/http-error'
import { refuseOtherMethods } from '@andscene/service-kit/http/other-methods'
import { proxyAgent } from '@andscene/service-kit/calls/proxy-agent'
import { upstreamAddress } from '@andscene/service-kit/wire/request-target'
import { traceHeader } from '@andscene/service-kit/tracing/tracing-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { IncomingHttpHeaders } from 'node:http'
import { Transform, type Readable } from 'node:stream'
import { EVENT_HEADERS, EventStreams } from './event-streams.ts'

export type ProxyOptions = { upstreams: Record<ServiceName, string> }

/** The only request headers that a service receives; all others are dropped (architecture §5). */
const FORWARDED_HEADERS = ['accept', 'content-type', 'content-length', ...ROUTE_HEADERS]

/**
 * Forwards the routes of the contract table with an internal token of 60 seconds. Streams uploads; reads all other
 * bodies completely first, so that a slow client never holds a connection to a service.
 */
export const proxyPlugin = fp(
  async (app: FastifyInstance, { upstreams }: ProxyOptions) => {
    await app.register(replyFrom, {
      // Unlimited connections, because admission limits requests: a pool would be another queue to fill.
      undici: proxyAgent(app, { headersTimeout: GATEWAY_MS, bodyTimeout: GATEWAY_MS }),
      retryMethods: [],
      disableRequestLogging: true,
      disableCache: true,
    })
    for (const route of API_ROUTES) refuseOtherMethods(app, route, { admit: app.admitVisitor })
    const routes = API_ROUTES.filter((route) => route.service !== 'gateway')
    const to = { upstreams, streams: new EventStreams(app) }
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
      for (const route of routes) if (!isFile(route.body)) addRoute(scope, route, to)
    })
    for (const route of routes)
      if (isFile(route.body))
        await app.register(async (scope) => {
          scope.removeAllContentTypeParsers()
          // Counted while streaming, because its length may be undeclared.
          scope.addContentTypeParser('*', (_request, payload, done) =>
            done(null, limited(payload as Readable, route)),
          )
          addRoute(scope, route, to)
        })
  },
  { name: 'proxy', dependencies: ['admission', 'internal-tokens'] },
)

type To = ProxyOptions & { streams: EventStreams }

function addRoute(app: FastifyInstance, route: Route, { upstreams, streams }: To): void {
  const service = route.service as ServiceName
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.limits.bodyBytes,
    onRequest: async (request, reply) => {
      await app.admit(request, reply, route)
      if (Number(request.headers['content-length'] ?? 0) > route.limits.bodyBytes) throw tooLarge(route)
    },
    handler: (request, reply) =>
      forward(request, reply, {
        address: upstreamAddress(upstreams[service], request.raw.url ?? ''),
        token: app.signInternal(service, request.person),
        streams: isEvents(route.response) ? streams : undefined,
      }),
  })
}

const tooLarge = ({ body }: Pick<Route, 'body'>) =>
  new HttpError('TOO_LARGE', isFile(body) ? FILE_TOO_LARGE : 'The request is too large')

type Target = { address: string; token: string; streams: EventStreams | undefined }

/** Forwards the path and query as the client sent them. */
function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  { address, token, streams }: Target,
): FastifyReply {
  const body = request.body
  return reply.from(address, {
    ...(Buffer.isBuffer(body)
      ? { body, contentType: request.headers['content-type'] ?? 'application/octet-stream' }
      : {}),
    rewriteRequestHeaders: (_request, headers) => {
      const forwarded: IncomingHttpHeaders = traceHeader(request)
      for (const name of FORWARDED_HEADERS) if (headers[name] !== undefined) forwarded[name] = headers[name]
      forwarded.authorization = `Bearer ${token}`
      forwarded[REQUEST_ID_HEADER] = request.id
      // For the service's log: the client whose request it refused.
      forwarded['x-forwarded-for'] = request.ip
      return forwarded
    },
    ...(streams && {
      onResponse: (_request, begun, { stream }) => {
        streams.follow(stream)
        void begun.headers(EVENT_HEADERS).send(stream)
      },
    }),
    onError: (failed, { error }) => {
      if (!failed.sent && !failed.raw.headersSent) void failed.send(dependencyUnavailable('service', error))
    },
  })
}

/** Passes the body through; fails with TOO_LARGE once it exceeds the route's limit. */
function limited(body: Readable, route: Route): Transform {
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > route.limits.bodyBytes ? tooLarge(route) : null, chunk)
    },
  })
  body.once('error', (error) => counted.destroy(error))
  return body.pipe(counted)
}
