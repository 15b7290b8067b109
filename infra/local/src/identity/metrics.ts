import { createRegistry } from '@andscene/service-kit/metrics/metrics-registry'
import { createDiskGauges } from '@andscene/service-kit/metrics/disk-metrics'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { callOf } from './calls.ts'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type IdentityMetrics = {
  registry: Registry
  /** Counts a response under the name of the call. */
  follow(request: IncomingMessage, response: ServerResponse): void
  wrote(outcome: 'ok' | 'failed', seconds: number): void
}

/** Creates the metrics of the embedded identity (decision 0055). `accounts` returns the number of accounts. */
export function identityMetrics(folder: string, accounts: () => number): IdentityMetrics {
  const registry = createRegistry('identity')
  createDiskGauges(registry, folder)
  const requests = new Histogram({
    name: 'identity_request_duration_seconds',
    help: 'Time to respond to a call, its write of the accounts included, by call and status.',
    labelNames: ['call', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  const writes = new Histogram({
    name: 'identity_state_write_seconds',
    help: 'Duration of a write of the accounts; failed writes were reported to the caller.',
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  const failures = new Counter({
    name: 'identity_state_write_failures_total',
    help: 'Writes of the accounts that failed.',
    registers: [registry],
  })
  const gauge = new Gauge({
    name: 'identity_accounts',
    help: 'Accounts that there are.',
    registers: [],
    collect() {
      this.set(accounts())
    },
  })
  registry.registerMetric(gauge)
  return {
    registry,
    follow(request, response) {
      const call = callOf(request.url)
      const begun = performance.now()
      response.once('finish', () =>
        requests.observe({ call, status: response.statusCode }, (performance.now() - begun) / 1_000),
      )
    },
    wrote(outcome, seconds) {
      writes.observe(seconds)
      if (outcome === 'failed') failures.inc()
    },
  }
}
