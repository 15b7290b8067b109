import { QUEUES } from '@andscene/contracts/queues'
import type { Producer } from '@andscene/service-kit/queue/queues'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { PendingCommand } from '../store/command-store.ts'
import type { Stores } from '../store/open-stores.ts'
import { startSweeps, type Sweeps } from './sweeps.ts'
import { createReadGauge } from '@andscene/service-kit/metrics/metrics-registry'
import type { Registry } from 'prom-client'

export type CommandQueues = {
  narration: Pick<Producer<typeof QUEUES.narration>, 'add' | 'close'>
  deleted: Pick<Producer<typeof QUEUES.deleted>, 'add' | 'close'>
  erased: Pick<Producer<typeof QUEUES.erased>, 'add' | 'close'>
}

type Queues = Pick<CommandQueues, 'narration' | 'deleted'>
export type Outbox = Sweeps

/** Visibility timeout: a command that its consumer has not acknowledged within this time is sent again. */
export const SENT_AGAIN_MS = 60_000
const BATCH = 100

/**
 * The transactional outbox: sends due commands from the store to the queue, when woken, at start and every minute, so
 * that the next process sends the commands of a crashed one. A queue can lose its jobs: so a command stays pending
 * until its consumer has stored the result durably and acknowledges it on a Redis channel. Consumers are idempotent.
 */
export function startOutbox(deps: {
  commands: Stores['commands']
  queues: Queues
  clock: Clock
  log: FastifyBaseLogger
}): Outbox {
  const { commands, queues, clock, log } = deps
  const sweep = () => sendAll(commands, queues, clock)
  return startSweeps({ sweep, clock, log, failure: 'commands stay pending' })
}

async function sendAll(store: Stores['commands'], queues: Queues, clock: Clock): Promise<void> {
  for (;;) {
    const commands = await store.due(clock.now(), BATCH)
    for (const command of commands) {
      await send(command, queues)
      await store.defer(command, new Date(clock.now().getTime() + SENT_AGAIN_MS))
    }
    if (commands.length < BATCH) return
  }
}

function send({ scriptId, kind, mark, requestId }: PendingCommand, queues: Queues): Promise<void> {
  return kind === 'casting'
    ? queues.narration.add({ scriptId, reason: 'casting', mark, requestId })
    : queues.deleted.add({ scriptId, mark, requestId })
}

type Pending = Awaited<ReturnType<Stores['commands']['pending']>>

/** The number of unacknowledged commands and the age of the oldest. Absent while the store is unavailable. */
export function outboxMetrics(
  registry: Registry,
  { commands, clock }: { commands: Pick<Stores['commands'], 'pending'>; clock: Pick<Clock, 'now'> },
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
  const gauge = (name: string, help: string, valueOf: (pending: Pending) => number) =>
    createReadGauge(registry, { name, help }, async () => {
      const pending = await ask()
      return pending && valueOf(pending)
    })
  gauge('outbox_pending_commands', 'Commands in the outbox that are not acknowledged.', ({ count }) => count)
  gauge(
    'outbox_oldest_command_age_seconds',
    'Age of the oldest unacknowledged command; 0 if there is none.',
    ({ oldestAt }) => (oldestAt === undefined ? 0 : Math.max(0, clock.now().getTime() - oldestAt) / 1_000),
  )
}
