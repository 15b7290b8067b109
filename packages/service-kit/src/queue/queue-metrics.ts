import type { Job, Queue } from 'bullmq'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { withinScrapeTimeout } from './queue-state.ts'

export type QueueMetrics = {
  /** Counts the wait time that has just ended; the returned function counts the run time by outcome. */
  started(queue: string, job: Job): (outcome: string) => void
  /** An attempt failed. */
  failed(queue: string, job: Job | undefined): void
  /** A job was found whose process had died. */
  stalled(queue: string): void
}

const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed'] as const
const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800]

/** Backlog by state (read from Redis at each scrape), waits, runs and failures of the queues. */
export function createQueueMetrics(registry: Registry, queues: readonly Queue[]): QueueMetrics {
  createBacklogGauge(registry, queues)
  const wait = new Histogram({
    name: 'queue_job_wait_seconds',
    help: 'Time from being added to the first attempt.',
    labelNames: ['queue'] as const,
    buckets: SECONDS,
    registers: [registry],
  })
  const runs = new Histogram({
    name: 'queue_job_run_seconds',
    help: 'Duration of an attempt, by outcome.',
    labelNames: ['queue', 'outcome'] as const,
    buckets: SECONDS,
    registers: [registry],
  })
  const running = new Gauge({
    name: 'queue_jobs_running',
    help: 'Active jobs of this process.',
    labelNames: ['queue'] as const,
    registers: [registry],
  })
  for (const queue of queues) running.set({ queue: queue.name }, 0)
  const failures = new Counter({
    name: 'queue_job_failures_total',
    help: 'Failed attempts; the final ones are not retried.',
    labelNames: ['queue', 'final'] as const,
    registers: [registry],
  })
  const stalls = new Counter({
    name: 'queue_jobs_stalled_total',
    help: 'Stalled jobs that were returned to the queue.',
    labelNames: ['queue'] as const,
    registers: [registry],
  })
  return {
    stalled: (queue) => stalls.inc({ queue }),
    started(queue, job) {
      if (job.attemptsStarted <= 1)
        wait.observe({ queue }, Math.max(0, Date.now() - job.timestamp - (job.opts.delay ?? 0)) / 1_000)
      const begun = performance.now()
      running.inc({ queue })
      return (outcome) => {
        running.dec({ queue })
        runs.observe({ queue, outcome }, (performance.now() - begun) / 1_000)
      }
    },
    failed: (queue, job) => failures.inc({ queue, final: String(job?.finishedOn !== undefined) }),
  }
}

/** `queue_jobs{queue,state}`: what autoscaling reads (waiting + prioritized). Absent while Redis is down. */
export function createBacklogGauge(registry: Registry, queues: readonly Queue[]): void {
  const gauge = new Gauge({
    name: 'queue_jobs',
    help: 'Jobs in the queue, by state.',
    labelNames: ['queue', 'state'] as const,
    registers: [],
    async collect() {
      this.reset()
      await Promise.all(
        queues.map(async (queue) => {
          const counts = await withinScrapeTimeout(queue.getJobCounts(...STATES))
          for (const [state, count] of Object.entries(counts ?? {}))
            this.set({ queue: queue.name, state }, count)
        }),
      )
    },
  })
  registry.registerMetric(gauge)
}
