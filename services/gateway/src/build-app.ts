import cors from '@fastify/cors'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { API_ROUTES } from '@andscene/contracts/api'
import { readHealth } from '@andscene/contracts/routes/health'
import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import type { BodyLimits } from '@andscene/service-kit/wire/body-deadlines'
import { splitList } from '@andscene/service-kit/config'
import { createApp, REQUEST_ID_HEADER } from '@andscene/service-kit/create-app'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import { TARGET_LIMIT_BYTES } from '@andscene/service-kit/wire/request-target'
import { createServiceClient } from '@andscene/service-kit/calls/service-client'
import type { WireLimits } from '@andscene/service-kit/wire/wire'
import type { Redis } from 'ioredis'
import { randomUUID } from 'node:crypto'
import packageJson from '../package.json' with { type: 'json' }
import type { GatewayConfig } from './config.ts'
import { admission } from './admission.ts'
import { createFailureLimit, HOUR_MS } from './failures.ts'
import { createGuestTokens } from './guest-tokens.ts'
import { aggregateHealth } from './health.ts'
import type { VerifyIdToken } from './identity.ts'
import { createLimit } from './limits.ts'
import { createNewGuestLimit } from './new-guest-limit.ts'
import { openApiDocument } from './openapi.ts'
import { createShareRate, forAll } from './share-limits.ts'
import { openLinkRoute } from './open-link.ts'
import { proxyPlugin } from './proxy-plugin.ts'

export type GatewayDeps = {
  verify: VerifyIdToken
  redis?: Redis | undefined
  logStream?: NodeJS.WritableStream
  /** Shorter limits for tests. */
  wire?: Partial<WireLimits>
  bodyLimits?: Partial<BodyLimits>
}

const { version } = packageJson

/** The public API: identity, limits, routing, aggregated health, documentation. */
export async function buildApp(config: GatewayConfig, deps: GatewayDeps) {
  const app = await createApp({
    name: 'gateway',
    logLevel: config.LOG_LEVEL,
    logStream: deps.logStream,
    fastify: {
      trustProxy: splitList(config.TRUSTED_PROXIES),
      // Fastify refuses a longer id before any hook, where it is not counted: let the service refuse it instead.
      routerOptions: { maxParamLength: TARGET_LIMIT_BYTES },
      // A client cannot choose the request id in our logs.
      genReqId: () => randomUUID(),
    },
    wire: deps.wire,
    // Came through one of our proxies: the edge replaces trace headers of clients with its own.
    trustsTraceOf: ({ ips }) => (ips?.length ?? 0) > 1,
    bodies: { limits: deps.bodyLimits },
  })
  await app.register(cors, {
    origin: splitList(config.PUBLIC_ORIGIN),
    methods: [...new Set(API_ROUTES.map(({ method }) => method))],
    strictPreflight: false,
    exposedHeaders: [...Object.values(CLIP_HEADERS), 'retry-after', REQUEST_ID_HEADER],
    maxAge: 600,
  })
  await app.register(internalTokens, {
    self: 'gateway',
    privateKey: config.INTERNAL_PRIVATE_KEY,
    publicKeys: config.INTERNAL_PUBLIC_KEYS,
  })

  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })

  const upstreams = {
    scripts: config.SCRIPTS_URL,
    tts: config.TTS_URL,
    subscriptions: config.SUBSCRIPTIONS_URL,
  }
  const counters = deps.redis && { redis: deps.redis, prefix: config.QUEUE_PREFIX }
  const limit = (name: string, perMinute: number) => createLimit(name, perMinute, counters)
  const limits = {
    requests: createShareRate(
      'person',
      { ...forAll(config.LIMIT_PERSON), guestsOfOwner: config.LIMIT_GUESTS },
      counters,
    ),
    uploads: createShareRate('uploads', forAll(config.LIMIT_UPLOADS), counters),
    visitor: limit('visitor', config.LIMIT_VISITOR),
    signUps: limit('sign-ups', config.LIMIT_SIGN_UPS),
    notes: createShareRate(
      'notes',
      { ...forAll(config.LIMIT_NOTES), guestsOfOwner: AUTHORS_AT_ONCE * config.LIMIT_NOTES },
      counters,
      tooManyNotes(config.LIMIT_NOTES),
    ),
    guestNotes: createLimit('guest-notes', config.LIMIT_NOTES, counters, {
      sentence: tooManyNotes(config.LIMIT_NOTES),
    }),
  }
  const guestTokens = createGuestTokens(config.INTERNAL_PRIVATE_KEY)
  await app.register(admission, { config, verify: deps.verify, guestTokens, limits })
  const health = { onRequest: app.admitVisitor, schema: { response: { 200: readHealth.response } } }
  app.get(readHealth.path, health, () => aggregateHealth(upstreams, version))
  openLinkRoute(app, {
    scripts: createServiceClient(app, 'scripts', config.SCRIPTS_URL),
    guestTokens,
    limits: {
      openings: limit('link-openings', config.LIMIT_LINK_OPENINGS),
      newGuests: createNewGuestLimit(config.LIMIT_LINK_GUESTS, counters),
      failures: createFailureLimit('link-failures', config.LIMIT_LINK_FAILURES, counters),
      guesses: createFailureLimit('link-guesses', config.LIMIT_LINK_GUESSES, counters, { windowMs: HOUR_MS }),
    },
  })
  await app.register(swagger, {
    mode: 'static',
    specification: { document: openApiDocument(version) as never },
  })
  await app.register(async (scope) => {
    scope.addHook('onRequest', scope.admitVisitor)
    await scope.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  })
  await app.register(proxyPlugin, { upstreams })
  return app
}

/** Number of guests of one owner that may each write at the limit of a guest. */
const AUTHORS_AT_ONCE = 10

const tooManyNotes = (perMinute: number) =>
  `Notes can be written or changed ${perMinute} times a minute. Wait a moment and try again.`
