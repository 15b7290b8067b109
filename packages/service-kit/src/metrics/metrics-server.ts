import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import { Type, type Static } from '@andscene/contracts/schema/schema'

/** For processes whose own port is public: metrics have a separate port. */
export const MetricsConfig = Type.Object({
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65_535,
      description:
        'metrics port of an edge without the launcher, different from the public port; unset: no metrics',
    }),
  ),
  METRICS_HOST: Type.String({ default: '127.0.0.1', description: 'address for METRICS_PORT' }),
})

export type MetricsAddress = { port: number; host: string }

/** Where a process with this configuration serves its metrics, if anywhere. */
export const metricsAddress = (config: Static<typeof MetricsConfig>): MetricsAddress | undefined =>
  config.METRICS_PORT === undefined ? undefined : { port: config.METRICS_PORT, host: config.METRICS_HOST }

const REQUEST_LIMIT_MS = 10_000

/**
 * Serves a registry at /metrics, and nothing else, on a port of its own. A public port, or that of a process without
 * routes of ours, must not expose metrics.
 */
export async function serveMetrics(registry: Registry, { port, host }: MetricsAddress) {
  const server = createServer({ requestTimeout: REQUEST_LIMIT_MS }, (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
