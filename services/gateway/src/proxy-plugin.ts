import replyFrom from '@fastify/reply-from'
import { API_ROUTES, type ApiRoute } from '@andscene/contracts/api'
import { HttpError, unavailable } from '@andscene/service-kit/http-error'
import { proxyAgent } from '@andscene/service-kit/proxy-agent'
import type { ServiceName } from '@andscene/contracts/internal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Transform, type Readable } from 'node:stream'
import type { VerifyIdToken } from './identity.ts'
import type { Limit } from './limits.ts'

export type ProxyOptions = {
  upstreams: Record<ServiceName, string>
  verify: VerifyIdToken
  limits: { person: Limit; uploads: Limit; visitor: Limit; signUps: Limit }
}

/** Longer than the longest answer a service promises (generate, 30 s), so that its own failure arrives first. */
const UPSTREAM_TIMEOUT_MS = 35_000

/** The only request headers a service sees; everything else a client sends stays outside (DESIGN §5). */
const FORWARDED_HEADERS = [
  'accept',
  'content-type',
  'content-length',
  'idempotency-key',
  'if-none-match',
  'if-range',
  'range',
] as const

/** Forwards the routes of the contract table, streaming both ways, with an internal token of 60 seconds. */
export const proxyPlugin = fp(
  async (app: FastifyInstance, options: ProxyOptions) => {
    await app.register(replyFrom, {
      undici: proxyAgent(app, {
        connections: 128,
        headersTimeout: UPSTREAM_TIMEOUT_MS,
        bodyTimeout: UPSTREAM_TIMEOUT_MS,
      }),
      retryMethods: [],
      disableRequestLogging: true,
      disableCache: true,
    })
    await app.register(async (scope) => {
      // Bodies pass through, counted but unread: their length may be undeclared.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (request, payload, done) =>
        done(null, limited(payload as Readable, request.routeOptions.bodyLimit)),
      )
      for (const route of API_ROUTES) if (route.service !== 'gateway') addRoute(scope, route, options)
    })
  },
  { name: 'proxy', dependencies: ['internal-tokens'] },
)

function addRoute(app: FastifyInstance, route: ApiRoute, options: ProxyOptions): void {
  const service = route.service as ServiceName
  const upstream = options.upstreams[service]
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.bodyLimit,
    onRequest: async (request) => {
      await admit(request, route, options)
      if (Number(request.headers['content-length'] ?? 0) > route.bodyLimit) throw tooLarge(route.bodyLimit)
    },
    onError: async (_request, reply, error) => {
      // What is left of a refused body is not read: the connection ends with the answer.
      if (error.statusCode === 413) reply.header('connection', 'close')
    },
    handler: (request, reply) =>
      forward(request, reply, {
        url: new URL(request.raw.url ?? route.path, upstream).href,
        token: app.signInternal(service, request.id, request.uid || undefined),
      }),
  })
}

/** Who is it, and not too often. */
async function admit(
  request: FastifyRequest,
  route: ApiRoute,
  { verify, limits }: ProxyOptions,
): Promise<void> {
  if (route.access === 'visitor')
    return (route.method === 'POST' ? limits.signUps : limits.visitor)(request.ip)
  const token = /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token) {
    await limits.visitor(request.ip)
    throw new HttpError('UNAUTHENTICATED', 'Please sign in')
  }
  try {
    request.uid = await verify(token)
  } catch (error) {
    await limits.visitor(request.ip)
    throw error
  }
  await limits.person(request.uid)
  if (route.body === 'script-upload') await limits.uploads(request.uid)
}

const tooLarge = (limit: number) =>
  new HttpError(
    'TOO_LARGE',
    limit > 1024 ** 2 ? 'File size must be less than 10MB' : 'The request is too large',
  )

type Target = { url: string; token: string }

function forward(request: FastifyRequest, reply: FastifyReply, target: Target): FastifyReply {
  return reply.from(target.url, {
    rewriteRequestHeaders: (_request, headers) => ({
      ...Object.fromEntries(
        FORWARDED_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
      ),
      authorization: `Bearer ${target.token}`,
      'x-request-id': request.id,
    }),
    onError: (failed, { error }) => {
      if (failed.sent || failed.raw.headersSent) return
      // A refusal of our own keeps its sentence; the library has wrapped it by now.
      const refused = (request.body as Transform | undefined)?.errored
      void failed.send(
        refused instanceof HttpError
          ? refused
          : unavailable('This part of And Scene is away. Please try again.', error),
      )
    },
  })
}

/** The body as it passes; it fails with TOO_LARGE once it has more than `limit` bytes. */
function limited(body: Readable, limit: number): Transform {
  let bytes = 0
  return body.pipe(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        done(bytes > limit ? tooLarge(limit) : null, chunk)
      },
    }),
  )
}
