import compress from '@fastify/compress'
import httpProxy from '@fastify/http-proxy'
import { sendFailure } from '@andscene/service-kit/errors-plugin'
import { HttpError } from '@andscene/service-kit/http-error'
import { proxyAgent } from '@andscene/service-kit/proxy-agent'
import type { FastifyInstance } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'

/** Longer than the slowest response of the API may take (speech, product §9: 30 s). */
const RESPONSE_LIMIT_MS = 120_000
/**
 * The only headers of a client that the gateway sees. Hop-by-hop headers end here, and so does whatever a client claims
 * about itself by names that we set or that somebody behind us might believe.
 */
const FORWARDED_HEADERS = [
  'accept',
  'access-control-request-headers',
  'access-control-request-method',
  'authorization',
  'content-length',
  'content-type',
  'host',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'origin',
  'prefer',
  'range',
  'user-agent',
]

/** `/api` to the gateway, as streams both ways; nothing is tried twice here, because the client does that (product §7). */
export async function apiProxy(app: FastifyInstance, { gatewayUrl }: { gatewayUrl: string }): Promise<void> {
  // A feature with its clips is more than a megabyte of JSON. At the quickest level: every response is compressed anew.
  await app.register(compress, {
    encodings: ['gzip'],
    zlibOptions: { level: 1 },
    globalDecompression: false,
  })
  await app.register(httpProxy, {
    upstream: gatewayUrl,
    prefix: '/api',
    rewritePrefix: '/api',
    disableRequestLogging: true,
    retryMethods: [],
    // As many connections as calls are let in: a pool would be one more queue that a few can fill.
    undici: proxyAgent(app, {
      pipelining: 1,
      headersTimeout: RESPONSE_LIMIT_MS,
      bodyTimeout: RESPONSE_LIMIT_MS,
    }),
    replyOptions: {
      // Zero retries for 503 means "the default" to the library; this means none at all.
      retryDelay: () => null,
      rewriteRequestHeaders: (request, headers) => ({
        ...only(headers, FORWARDED_HEADERS),
        'x-forwarded-for': request.ip,
        'x-forwarded-host': request.host,
        'x-forwarded-proto': request.protocol,
      }),
      // The library has logged what went wrong.
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

const only = (headers: IncomingHttpHeaders, names: string[]): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))
