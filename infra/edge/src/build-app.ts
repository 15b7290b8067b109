import { addressKey } from '@andscene/service-kit/address-key'
import { bodyDeadlines, type BodyLimits } from '@andscene/service-kit/wire/body-deadlines'
import { errorsPlugin } from '@andscene/service-kit/http/errors-plugin'
import { healthPlugin } from '@andscene/service-kit/http/health-plugin'
import { HttpError } from '@andscene/service-kit/http-error'
import { InFlight, overloaded, untilSent } from '@andscene/service-kit/http/in-flight'
import { classOf } from '@andscene/service-kit/wire/request-class'
import { TARGET_LIMIT_BYTES } from '@andscene/service-kit/wire/request-target'
import { traceFields } from '@andscene/service-kit/tracing/spans'
import { isTracingEnabled } from '@andscene/service-kit/tracing/start-tracing'
import { tracingPlugin } from '@andscene/service-kit/tracing/tracing-plugin'
import { wireOptions, wirePlugin, type WireLimits } from '@andscene/service-kit/wire/wire'
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { EdgeConfig } from './config.ts'
import { apiProxy, isApi } from './api-proxy.ts'
import { limitConnections, waitForRequestsOnly } from './connections.ts'
import { guardHosts } from './hosts.ts'
import { identityCalls } from './identity-calls.ts'
import { edgeMetrics } from './metrics.ts'
import { mailboxRoute } from './mailbox.ts'
import { webRoutes } from './web-routes.ts'

/** Shorter limits and a log stream for tests. */
export type EdgeTuning = {
  wire?: Partial<WireLimits>
  bodyLimits?: Partial<BodyLimits>
  logStream?: NodeJS.WritableStream
}

/** Concurrent calls of all clients; more than one gateway serves. */
const CALLS_IN_FLIGHT = 1_500
/** Concurrent event streams, which last for minutes; more than several gateways forward. */
const STREAMS_IN_FLIGHT = 10_000

/** Builds the process on the public port: web files, `/api`, and the safe subset of the embedded identity. */
export async function buildEdge(config: EdgeConfig, tuning: EdgeTuning = {}): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    ...wireOptions(tuning.wire),
    // An outage of another service is logged as one line without a stack.
    logger: {
      level: config.logLevel,
      ...(tuning.logStream ? { stream: tuning.logStream } : {}),
      serializers: { err: ({ message }) => ({ type: '', message, stack: message }) },
      ...(isTracingEnabled() && { mixin: traceFields }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // Paths of the identity service contain a colon, and file names are case-sensitive; overlong ids must reach our
    // hooks.
    routerOptions: { caseSensitive: true, maxParamLength: TARGET_LIMIT_BYTES },
  })
  // Traces start here: clients' trace headers are ignored.
  await app.register(tracingPlugin, { name: 'edge', trusts: () => false })
  await app.register(errorsPlugin)
  await app.register(wirePlugin)
  guardHosts(app, config.publicOrigins)
  await app.register(bodyDeadlines, { limits: tuning.bodyLimits })
  limitConnections(app.server, config.limitConnections, config.trustedProxies)
  limitRequests(app, config)
  waitForRequestsOnly(app)
  await app.register(healthPlugin)
  const metrics = edgeMetrics(app, config.metrics)
  await app.register(apiProxy, { gatewayUrl: config.gatewayUrl })
  if (config.identityUrl)
    await app.register(identityCalls, {
      identityUrl: config.identityUrl,
      identitySecret: config.identitySecret,
      limits: config.identityLimits,
    })
  if (config.mailbox) mailboxRoute(app, config)
  await app.register(webRoutes, { config, metrics })
  return app
}

/**
 * The gateway counts API requests with a token per user, because it can verify the token. Others are counted per
 * address here: calls and files separately, because a page needs many files.
 */
function limitRequests(app: FastifyInstance, config: Pick<EdgeConfig, 'limitInFlight' | 'limitFiles'>): void {
  const calls = new InFlight({ name: 'calls', limit: CALLS_IN_FLIGHT, refusal: overloaded })
  const streams = new InFlight({ name: 'streams', limit: STREAMS_IN_FLIGHT, refusal: overloaded })
  const strangers = new InFlight({ name: 'strangers', limit: config.limitInFlight })
  const files = new InFlight({ name: 'files', limit: config.limitFiles })
  app.addHook('onRequest', async (request, reply) => {
    const address = addressKey(request.ip)
    if (!isCall(request)) return untilSent(reply.raw, files.enter(address))
    untilSent(reply.raw, (classOf(request) === 'stream' ? streams : calls).enter('everybody'))
    if (!isApi(request) || !request.headers.authorization) untilSent(reply.raw, strangers.enter(address))
    // In this hook, because Fastify would read the whole body of a request without a route first.
    if (request.is404) throw new HttpError('NOT_FOUND', 'This address does not exist')
  })
}

const isCall = (request: FastifyRequest) => isApi(request) || !['GET', 'HEAD'].includes(request.method)
