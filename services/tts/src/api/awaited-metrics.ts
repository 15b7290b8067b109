import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { HeadRequest } from './clip-requests.ts'

/**
 * `head`, `whole`: audio was sent · `late`: timed out, or the queue is unavailable · `failed`: cannot be spoken ·
 * `refused`: too many requests in flight · `gone`: the client has left
 */
export type AwaitedOutcome = 'head' | 'whole' | 'late' | 'failed' | 'refused' | 'gone'

export type AwaitedMetrics = {
  /** Starts to measure the wait for a clip that is not stored; call the returned function at the end. */
  begin(headRequest: HeadRequest | undefined): (outcome: AwaitedOutcome) => void
}

/** A clip that is needed later than this (ms) is a prefetch. */
const SOON_MS = 250

/** Metrics of requests that wait for new audio (product §9). */
export function awaitedMetrics(registry: Registry): AwaitedMetrics {
  const sound = new Histogram({
    name: 'first_sound_seconds',
    help: 'Time from the request for a missing clip to its first audio, by urgency: now or later.',
    labelNames: ['due'] as const,
    buckets: [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 7.5, 10, 15, 30, 60],
    registers: [registry],
  })
  const ended = new Counter({
    name: 'awaited_clips_total',
    help: 'Requests for missing clips, by outcome.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  const waiting = new Set<{ since: number }>()
  const gauge = (name: string, help: string, value: () => number) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(value())
        },
      }),
    )
  gauge('awaited_clips', 'Requests that are waiting for a clip.', () => waiting.size)
  gauge('awaited_clip_oldest_seconds', 'Waiting time of the oldest one.', () => {
    const [first] = waiting
    return first ? (performance.now() - first.since) / 1_000 : 0
  })
  return {
    begin(headRequest) {
      const one = { since: performance.now() }
      const due = headRequest && headRequest.dueAt - Date.now() > SOON_MS ? 'later' : 'now'
      waiting.add(one)
      return (outcome) => {
        waiting.delete(one)
        ended.inc({ outcome })
        // A client that already has a head plays it meanwhile.
        const isFirst = (headRequest?.beyondMs ?? 0) === 0
        if (isFirst && (outcome === 'head' || outcome === 'whole'))
          sound.observe({ due }, (performance.now() - one.since) / 1_000)
      }
    },
  }
}
