import compress from '@fastify/compress'
import httpProxy from '@fastify/http-proxy'
import { API_ROUTES, ROUTE_HEADERS } from '@andscene/contracts/api'
import { EDGE_MS } from '@andscene/contracts/deadlines'
import { sendFailure } from '@andscene/service-kit/http/errors-plugin'
import { HttpError } from '@andscene/service-kit/http-error'
import { refuseOtherMethods } from '@andscene/service-kit/http/other-methods'
import { proxyAgent } from '@andscene/service-kit/calls/proxy-agent'
import { traceHeader } from '@andscene/service-kit/tracing/tracing-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { cacheRefusals } from './refused-callers.ts'

/**
 * The only client headers that the gateway receives. Drops hop-by-hop headers, and client values for headers that we
 * set or that a service might trust.
 */
const FORWARDED_HEADERS = new Set([
  'accept',
  'access-control-request-headers',
  'access-control-request-method',
  'authorization',
  'content-length',
  'content-type',
  'host',
  'origin',
  'user-agent',
  ...ROUTE_HEADERS,
])

/** Methods that some route uses; others, such as TRACE, are not forwarded. */
const METHODS = [...new Set(API_ROUTES.map(({ method }): string => method)), 'HEAD', 'OPTIONS']

/**
 * Every path of the contract separately, so that edge and gateway classify a request alike, and a wildcard for the
 * rest.
 */
const PATHS = ['/', '/*', ...new Set(API_ROUTES.map(({ path }) => path.replace(/^\/api/, '')))]

export const isApi = ({ routeOptions: { url = '' } }: FastifyRequest): boolean => /^\/api(\/|$)/.test(url)

/** Streams `/api` to the gateway in both directions; never retries, because the client does (product §7). */
export async function apiProxy(app: FastifyInstance, { gatewayUrl }: { gatewayUrl: string }): Promise<void> {
  // A feature script with its clips is more than a megabyte of JSON. Fastest level, because every response is
  // compressed.
  await app.register(compress, {
    encodings: ['gzip'],
    zlibOptions: { level: 1 },
    globalDecompression: false,
  })
  cacheRefusals(app)
  for (const route of API_ROUTES) refuseOtherMethods(app, route, { except: METHODS })
  await app.register(httpProxy, {
    upstream: gatewayUrl,
    prefix: '/api',
    rewritePrefix: '/api',
    httpMethods: METHODS,
    routes: PATHS,
    disableRequestLogging: true,
    retryMethods: [],
    // Unlimited connections, because calls are limited: a pool would be another queue that a few clients can fill.
    undici: proxyAgent(app, {
      pipelining: 1,
      headersTimeout: EDGE_MS,
      bodyTimeout: EDGE_MS,
    }),
    replyOptions: {
      // With zero retries for 503 the library would use its default; this disables retries.
      retryDelay: () => null,
      rewriteRequestHeaders: (request, headers) => ({
        ...forwarded(headers),
        ...traceHeader(request),
        'x-forwarded-for': request.ip,
        'x-forwarded-host': request.host,
        'x-forwarded-proto': request.protocol,
      }),
      // The library has logged the error.
      onError: (reply) =>
        void sendFailure(
          reply.request as never,
          reply as never,
          new HttpError(
            'UNAVAILABLE',
            'The server does not respond right now. Please try again in a moment.',
            { statusCode: 502 },
          ),
        ),
    },
  })
}

function forwarded(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept: IncomingHttpHeaders = {}
  for (const name in headers) if (FORWARDED_HEADERS.has(name)) kept[name] = headers[name]
  return kept
}
