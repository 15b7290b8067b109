import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { CommandStore } from '../store/command-store.ts'

type Pending = Awaited<ReturnType<CommandStore['pending']>>

/**
 * Commands that are not carried out yet: their number and the age of the oldest. Absent while the store is
 * unavailable.
 */
export function outboxMetrics(
  registry: Registry,
  { commands, clock }: { commands: Pick<CommandStore, 'pending'>; clock: Pick<Clock, 'now'> },
): void {
  let asked: Promise<Pending | undefined> | undefined
  // Both gauges of a scrape use one query.
  const ask = () =>
    (asked ??= commands
      .pending()
      .catch(() => undefined)
      .finally(() => {
        asked = undefined
      }))
  const gauge = (name: string, help: string, valueOf: (pending: Pending) => number) => {
    const made = new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        const pending = await ask()
        if (pending) this.set(valueOf(pending))
        else this.remove()
      },
    })
    registry.registerMetric(made)
  }
  gauge(
    'outbox_pending_commands',
    'Saved castings and deletions that are not acknowledged yet.',
    ({ count }) => count,
  )
  gauge(
    'outbox_oldest_command_age_seconds',
    'How long ago the oldest of them was left; 0 while there is none.',
    ({ oldestAt }) => (oldestAt === undefined ? 0 : Math.max(0, clock.now().getTime() - oldestAt) / 1_000),
  )
}
