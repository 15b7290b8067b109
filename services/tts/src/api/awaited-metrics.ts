import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { HeadWish } from './clip-requests.ts'

/**
 * `head`, `whole`: there was something to hear · `late`: not in time, or the queue is away; who asks again joins it ·
 * `failed`: it cannot be spoken · `refused`: too many at once · `gone`: nobody waits any more
 */
export type AwaitedOutcome = 'head' | 'whole' | 'late' | 'failed' | 'refused' | 'gone'

export type AwaitedMetrics = {
  /** Somebody begins to wait for a clip that is not stored; the returned function says how that ended. */
  begin(wish: HeadWish | undefined): (outcome: AwaitedOutcome) => void
}

/** A clip that is needed later than this is fetched ahead: nobody hears how long it takes. */
const SOON_MS = 250

/** How long people wait for sound that is made for them (product §9). */
export function awaitedMetrics(registry: Registry): AwaitedMetrics {
  const sound = new Histogram({
    name: 'first_sound_seconds',
    help: 'Time from the request for a clip that was not stored to its first sound, by when it is needed: now, or later.',
    labelNames: ['due'] as const,
    buckets: [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 7.5, 10, 15, 30, 60],
    registers: [registry],
  })
  const ended = new Counter({
    name: 'awaited_clips_total',
    help: 'Requests for clips that were not stored, by how they ended.',
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
  gauge('awaited_clips', 'Requests that wait for a clip now.', () => waiting.size)
  gauge('awaited_clip_oldest_seconds', 'How long the one of them has waited that came first.', () => {
    const [first] = waiting
    return first ? (performance.now() - first.since) / 1_000 : 0
  })
  return {
    begin(wish) {
      const one = { since: performance.now() }
      const due = wish && wish.dueAt - Date.now() > SOON_MS ? 'later' : 'now'
      waiting.add(one)
      return (outcome) => {
        waiting.delete(one)
        ended.inc({ outcome })
        // Who has the beginning already and asks for more hears something meanwhile.
        const isFirst = (wish?.beyondMs ?? 0) === 0
        if (isFirst && (outcome === 'head' || outcome === 'whole'))
          sound.observe({ due }, (performance.now() - one.since) / 1_000)
      }
    },
  }
}
