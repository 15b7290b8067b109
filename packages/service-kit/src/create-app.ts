import { PERSON_ID_LIMIT } from '@andscene/contracts/limits'
import AjvCompiler from '@fastify/ajv-compiler'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { randomUUID } from 'node:crypto'
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { bodyDeadlines, type BodyOptions } from './wire/body-deadlines.ts'
import { errorsPlugin } from './http/errors-plugin.ts'
import { healthPlugin } from './http/health-plugin.ts'
import { metricsPlugin } from './metrics/metrics-plugin.ts'
import { numberFaults } from './http/validation-sentence.ts'
import { traceFields } from './tracing/spans.ts'
import { isTracingEnabled } from './tracing/start-tracing.ts'
import { tracingPlugin } from './tracing/tracing-plugin.ts'
import { wireOptions, wirePlugin, type WireLimits } from './wire/wire.ts'

export type AppOptions = {
  /** Name in logs and metrics. */
  name: string
  logLevel?: string
  /** Destination of log lines; standard output except in tests. */
  logStream?: NodeJS.WritableStream | undefined
  fastify?: FastifyServerOptions
  wire?: Partial<WireLimits> | undefined
  /** Set in processes that are publicly reachable: how fast bodies must arrive. */
  bodies?: BodyOptions
  /** Which requests may join a trace; every one in an internal service, because only our own processes call it. */
  trustsTraceOf?: (request: FastifyRequest) => boolean
}

export const REQUEST_ID_HEADER = 'x-request-id'
const REQUEST_ID_FORM = /^[A-Za-z0-9-]{8,64}$/

/**
 * Creates a Fastify instance with the parts of every service: typed schemas, request ids, one error format, health and
 * metrics.
 */
export async function createApp(options: AppOptions) {
  const app = Fastify({
    ...wireOptions(options.wire),
    // The longest id that is part of a path, decoded; the library's own limit is 100.
    routerOptions: { maxParamLength: PERSON_ID_LIMIT },
    // Only our own processes call a service, and they identify the user; the two public ones configure whom they trust.
    trustProxy: (_address: string, hop: number) => hop === 0,
    logger: {
      name: options.name,
      level: options.logLevel ?? 'info',
      ...(options.logStream ? { stream: options.logStream } : {}),
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      ...(isTracingEnabled() && { mixin: traceFields }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => {
      const given = request.headers[REQUEST_ID_HEADER]
      return typeof given === 'string' && REQUEST_ID_FORM.test(given) ? given : randomUUID()
    },
    // Undeclared fields like any other: dropped, not refused.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    ...options.fastify,
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.setValidatorCompiler(({ schema, httpPart }) => {
    if (httpPart === 'body') return strict({ schema, method: '', url: '' })
    const validate = coercing({ schema, method: '', url: '' })
    return (value: unknown) => {
      const error = numberFaults(schema as never, value)
      if (error.length > 0) return { error: error as never }
      return validate(value) ? { value } : { error: validate.errors as never }
    }
  })
  await app.register(tracingPlugin, { name: options.name, trusts: options.trustsTraceOf ?? always })
  await app.register(errorsPlugin)
  await app.register(wirePlugin)
  if (options.bodies) await app.register(bodyDeadlines, options.bodies)
  await app.register(healthPlugin)
  await app.register(metricsPlugin, { name: options.name })
  app.addHook('onSend', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
  })
  return app
}

const always = () => true

/** What createApp returns; plugins that add routes take this type so that schemas infer their requests. */
export type App = Awaited<ReturnType<typeof createApp>>
export type { FastifyInstance }

// JSON bodies are not converted; text-only parts (query, path, headers) are converted to the types of the schema.
// Undeclared fields of closed schemas, which defineRoute creates, are dropped.
const compiler = AjvCompiler()
const SHARED = { useDefaults: true, removeAdditional: true } as const
const strict = compiler({}, { customOptions: { ...SHARED, coerceTypes: false } })
const coercing = compiler({}, { customOptions: { ...SHARED, coerceTypes: 'array' } })
