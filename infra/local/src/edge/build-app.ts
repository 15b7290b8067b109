import Fastify, { LogController, type FastifyInstance } from 'fastify'
import type { EdgeConfig } from './config.ts'
import { apiProxy } from './api-proxy.ts'
import { identityCalls } from './identity-calls.ts'
import { webRoutes } from './web-routes.ts'

/** The process on the public port: web files, `/api`, and the safe part of the embedded identity. */
export async function buildEdge(config: EdgeConfig, logLevel = 'info'): Promise<FastifyInstance> {
  const app = Fastify({
    // A service that is away for a moment is one line, not a stack.
    logger: {
      level: logLevel,
      serializers: { err: ({ message }) => ({ type: '', message, stack: message }) },
    },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    // Paths of the identity service hold a colon; file names keep their case.
    routerOptions: { caseSensitive: true },
  })
  app.get('/healthz', () => ({ success: true, status: 'ok' }))
  app.get('/readyz', () => ({ success: true, status: 'ok' }))
  await app.register(apiProxy, { gatewayUrl: config.gatewayUrl })
  if (config.identityUrl)
    await app.register(identityCalls, {
      identityUrl: config.identityUrl,
      identitySecret: config.identitySecret,
      limits: config.identityLimits,
    })
  await app.register(webRoutes, { config })
  return app
}
