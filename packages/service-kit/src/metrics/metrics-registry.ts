import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import packageJson from '../../package.json' with { type: 'json' }
import { registerProcessMetrics } from './process-metrics.ts'

/** The release, and the revision that an image was built from when its build sets one. */
export const BUILD = {
  version: packageJson.version,
  revision: process.env['BUILD_REVISION'] || 'unknown',
} as const

/** A process's Prometheus registry: every metric has the label `service`; Node's default metrics are included. */
export function createRegistry(name: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service: name })
  collectDefaultMetrics({ register: registry })
  registerProcessMetrics(registry)
  new Gauge({
    name: 'build_info',
    help: 'Always 1: release and revision of this process.',
    labelNames: ['version', 'revision'] as const,
    registers: [registry],
  }).set(BUILD, 1)
  return registry
}

/** A gauge that is read at each scrape; without a value while `read` resolves to undefined. */
export function createReadGauge(
  registry: Registry,
  about: { name: string; help: string },
  read: () => Promise<number | undefined>,
): void {
  const gauge = new Gauge({
    ...about,
    registers: [],
    async collect() {
      const value = await read()
      if (value === undefined) this.remove()
      else this.set(value)
    },
  })
  registry.registerMetric(gauge)
}
