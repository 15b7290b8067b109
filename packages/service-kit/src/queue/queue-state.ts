import type { Queue } from 'bullmq'
import { Gauge, type Registry } from 'prom-client'
import { withTimeout } from '../timeouts.ts'
import { createReadGauge } from '../metrics/metrics-registry.ts'
import type { Producer } from './queues.ts'

const SCRAPE_LIMIT_MS = 1_000

/** The state in Redis, or undefined: a scrape must not hang while Redis is down. */
export const withinScrapeTimeout = <T>(asked: Promise<T>): Promise<T | undefined> =>
  withTimeout(asked, SCRAPE_LIMIT_MS).catch(() => undefined)

type Asked = Pick<Producer, 'queue' | 'ask'>

/** The age of the next job of each queue, and how full their Redis is. Absent while Redis is down. */
export function createQueueGauges(registry: Registry, producers: readonly Asked[]): void {
  const age = new Gauge({
    name: 'queue_next_job_age_seconds',
    help: 'Time that the next job has been in the queue; 0 if it is empty.',
    labelNames: ['queue'] as const,
    registers: [],
    async collect() {
      this.reset()
      await Promise.all(
        producers.map(async ({ queue, ask }) => {
          const next = await withinScrapeTimeout(ask(nextAdded))
          if (next) this.set({ queue: queue.name }, Math.max(0, Date.now() - (next.at ?? Date.now())) / 1_000)
        }),
      )
    },
  })
  registry.registerMetric(age)
  const memory = (name: string, field: string, help: string) =>
    createReadGauge(registry, { name, help }, async () => {
      const info = await withinScrapeTimeout(producers[0]!.ask((_queue, redis) => redis.info('memory')))
      const bytes = info && new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1]
      return bytes === undefined ? undefined : Number(bytes)
    })
  memory('queue_redis_memory_bytes', 'used_memory', 'Memory used by the Redis of the queues.')
  memory(
    'queue_redis_memory_limit_bytes',
    'maxmemory',
    'Memory limit, above which Redis rejects writes; 0: none.',
  )
}

/** When the job was added that will be taken next: first jobs without a priority, then by priority. */
async function nextAdded(queue: Queue): Promise<{ at: number | undefined }> {
  const [first] = await queue.getJobs(['wait'], 0, 0, true)
  const [ranked] = first ? [] : await queue.getJobs(['prioritized'], 0, 0, true)
  return { at: (first ?? ranked)?.timestamp }
}
