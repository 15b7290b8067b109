import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import packageJson from '../../package.json' with { type: 'json' }
import { registerProcessMetrics } from './process-metrics.ts'

/** What was built: the release, and the revision that an image was built from, where its build says so. */
export const BUILD = {
  version: packageJson.version,
  revision: process.env['BUILD_REVISION'] || 'unknown',
} as const

/** A process's Prometheus registry: every metric carries its name as `service`; what Node tells of a process is there. */
export function createRegistry(name: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service: name })
  collectDefaultMetrics({ register: registry })
  registerProcessMetrics(registry)
  new Gauge({
    name: 'build_info',
    help: 'Always 1: which release and revision this process runs.',
    labelNames: ['version', 'revision'] as const,
    registers: [registry],
  }).set(BUILD, 1)
  return registry
}
