import { Counter, Gauge, type Registry } from 'prom-client'

/*
   Metrics that are counted without an app: by connections and limits, which are created before it or shared by several.
   One set per process; the registries of its apps include it.
 */

/** Dependencies of a process that run elsewhere. */
export type Dependency = 'redis' | 'mongodb' | 'sqlite' | 's3' | 'files' | 'service' | 'identity' | 'mail'

const dependencyErrors = new Counter({
  name: 'dependency_errors_total',
  help: 'Calls that failed because a dependency was unavailable, and lost connections, by dependency.',
  labelNames: ['dependency'] as const,
  registers: [],
})

/** Counts a call that failed because `dependency` was unavailable, busy or full, or a lost connection to it. */
export const countDependencyError = (dependency: Dependency): void => dependencyErrors.inc({ dependency })

const refusals = new Counter({
  name: 'requests_refused_total',
  help: 'Rejected requests and connections, by limit.',
  labelNames: ['limit'] as const,
  registers: [],
})

/** Counts a request or a connection that the limit with this name rejected. */
export const countRefusal = (limit: string): void => refusals.inc({ limit })

type Connection = { readonly status: string }
const connections = new Set<Connection>()

/** Adds a Redis connection to the metrics of this process until the returned function is called. */
export function watchConnection(connection: Connection): () => void {
  connections.add(connection)
  return () => void connections.delete(connection)
}

const redisConnections = new Gauge({
  name: 'redis_connections',
  help: 'Connections to Redis, by state.',
  labelNames: ['state'] as const,
  registers: [],
  collect() {
    const ready = [...connections].filter(({ status }) => status === 'ready').length
    this.set({ state: 'ready' }, ready)
    this.set({ state: 'away' }, connections.size - ready)
  },
})

export function registerProcessMetrics(registry: Registry): void {
  registry.registerMetric(dependencyErrors)
  registry.registerMetric(refusals)
  registry.registerMetric(redisConnections)
}
