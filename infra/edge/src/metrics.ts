import { createReadinessGauge } from '@andscene/service-kit/metrics/metrics-plugin'
import { createRegistry } from '@andscene/service-kit/metrics/metrics-registry'
import { serveMetrics, type MetricsAddress } from '@andscene/service-kit/metrics/metrics-server'
import { classOf } from '@andscene/service-kit/wire/request-class'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, Histogram, type Registry } from 'prom-client'
import { isApi } from './api-proxy.ts'

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const IDENTITY = /^\/(identity|emulator|(identitytoolkit|securetoken|www)\.googleapis\.com)\//

/**
 * Metrics of requests on the public port: durations by kind and status, never by address, of which clients can invent
 * any number. Served on a separate port (decision 0055); without `address` not at all.
 */
export function edgeMetrics(app: FastifyInstance, address: MetricsAddress | undefined): Registry {
  const registry = createRegistry('edge')
  const requests = new Histogram({
    name: 'edge_request_duration_seconds',
    help: 'Response time by kind of request and status.',
    labelNames: ['kind', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    requests.observe({ kind: kindOf(request), status: reply.statusCode }, reply.elapsedTime / 1_000)
  })
  const connections = new Gauge({
    name: 'edge_connections',
    help: 'Open client connections.',
    registers: [registry],
  })
  app.server.on('connection', (socket) => {
    connections.inc()
    socket.once('close', () => connections.dec())
  })
  createReadinessGauge(registry, app)
  if (address) {
    let served: { close(): Promise<void> } | undefined
    app.addHook('onReady', async () => {
      served = await serveMetrics(registry, address)
    })
    app.addHook('onClose', async () => served?.close())
  }
  return registry
}

/**
 * A small fixed set of kinds, whatever address a client sends. Event streams last for minutes, so they have their own
 * kind.
 */
function kindOf(request: FastifyRequest): string {
  const { url: route = '' } = request.routeOptions
  if (isApi(request)) return classOf(request) === 'stream' ? 'events' : 'api'
  if (route === '/remotes.json') return 'registry'
  if (route === '/config.json') return 'config'
  if (route === '/healthz' || route === '/readyz') return 'probe'
  if (route.startsWith('/remotes/')) return 'remote'
  if (IDENTITY.test(route)) return 'identity'
  return /\.[a-z0-9]+$/i.test(request.url.split('?', 1)[0] ?? '') ? 'asset' : 'page'
}

export type Served = { name: string; version: string }

/** `published_version_info{name,version}`: the versions of the host and of each remote that new page loads get. */
export function publishedVersions(registry: Registry, served: () => Promise<Served[]>): void {
  const versions = new Gauge({
    name: 'published_version_info',
    help: 'Always 1: the current version of the host and of each remote.',
    labelNames: ['name', 'version'] as const,
    registers: [],
    async collect() {
      this.reset()
      for (const { name, version } of await served().catch(() => [])) this.set({ name, version }, 1)
    },
  })
  registry.registerMetric(versions)
}
