import compress from '@fastify/compress'
import httpProxy from '@fastify/http-proxy'
import type { Failure } from '@andscene/contracts/envelope'
import { proxyAgent } from '@andscene/service-kit/proxy-agent'
import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'

/** Longer than the slowest answer the API may take (speech, SPEC §9: 30 s). */
const ANSWER_LIMIT_MS = 120_000

/** `/api` to the gateway, as streams both ways; nothing is tried twice here, because the client does that (RULINGS). */
export async function apiProxy(app: FastifyInstance, { gatewayUrl }: { gatewayUrl: string }): Promise<void> {
  // A feature with its clips is more than a megabyte of JSON. At the quickest level: it is made for every answer anew.
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
    undici: proxyAgent(app, {
      connections: 128,
      pipelining: 1,
      headersTimeout: ANSWER_LIMIT_MS,
      bodyTimeout: ANSWER_LIMIT_MS,
    }),
    replyOptions: {
      // Zero retries for 503 means "the default" to the library; this means none at all.
      retryDelay: () => null,
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        'x-forwarded-for': request.ip,
        'x-forwarded-host': request.host,
        'x-forwarded-proto': request.protocol,
      }),
      // The library has logged what went wrong.
      onError: (reply) => {
        void reply
          .code(502)
          .header('retry-after', '2')
          .send({
            success: false,
            error: 'The server does not answer right now. Please try again in a moment.',
            code: 'UNAVAILABLE',
            requestId: randomUUID(),
          } satisfies Failure)
      },
    },
  })
}
