import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { Gauge, Histogram, type Registry } from 'prom-client'
import { createRegistry } from './metrics-registry.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** This process's Prometheus registry; features add their own metrics to it. */
    metrics: Registry
  }
}

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Prometheus metrics at /metrics, with a histogram of request times by route, and whether each readiness check passes. */
export const metricsPlugin = fp(
  async (app: FastifyInstance, { name }: { name: string }) => {
    const registry = createRegistry(name)
    const requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Response time by route pattern and status.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: BUCKETS_SECONDS,
      registers: [registry],
    })
    createReadinessGauge(registry, app)
    app.decorate('metrics', registry)
    app.addHook('onResponse', async (request, reply) => {
      requests.observe(
        { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
        reply.elapsedTime / 1_000,
      )
    })
    app.get('/metrics', async (_request, reply) =>
      reply.type(registry.contentType).send(await registry.metrics()),
    )
    app.addHook('onClose', async () => registry.clear())
  },
  { name: 'metrics', dependencies: ['health'] },
)

/** `readiness_check_ok{check}`, evaluated at each scrape. */
export function createReadinessGauge(registry: Registry, app: Pick<FastifyInstance, 'readiness'>): void {
  const gauge = new Gauge({
    name: 'readiness_check_ok',
    help: '1 if the dependency of this process is available, else 0.',
    labelNames: ['check'] as const,
    registers: [],
    async collect() {
      for (const [check, passes] of Object.entries(await app.readiness.states()))
        this.set({ check }, passes ? 1 : 0)
    },
  })
  registry.registerMetric(gauge)
}
