import { QUEUES } from '@andscene/contracts/queues'
import type { Producer } from '@andscene/service-kit/queue/queues'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { CommandStore, PendingCommand } from '../store/command-store.ts'
import { startSweeps, type Sweeps } from './sweeps.ts'

export type CommandQueues = {
  narration: Pick<Producer<typeof QUEUES.narration>, 'add' | 'close'>
  deleted: Pick<Producer<typeof QUEUES.deleted>, 'add' | 'close'>
  erased: Pick<Producer<typeof QUEUES.erased>, 'add' | 'close'>
}

export type Outbox = Sweeps

/** Visibility timeout: a command that its consumer has not acknowledged after it is sent again. */
export const SENT_AGAIN_MS = 60_000
const BATCH = 100

/**
 * The outbox: sends due commands from the store to the queue, when woken, at start and every minute, so that the next
 * process sends what a crashed one left. A queued command is not done, because a queue can lose its jobs: the
 * consumer acknowledges on a Redis channel once its work is stored durably, and until then the command is sent again.
 * Its consumers are idempotent.
 */
export function startOutbox(deps: {
  commands: CommandStore
  queues: CommandQueues
  clock: Clock
  log: FastifyBaseLogger
}): Outbox {
  const { commands, queues, clock, log } = deps
  const sweep = () => sendAll(commands, queues, clock)
  return startSweeps({ sweep, clock, log, failure: 'commands stay pending' })
}

async function sendAll(store: CommandStore, queues: CommandQueues, clock: Clock): Promise<void> {
  for (;;) {
    const commands = await store.due(clock.now(), BATCH)
    for (const command of commands) {
      await send(command, queues)
      await store.defer(command, new Date(clock.now().getTime() + SENT_AGAIN_MS))
    }
    if (commands.length < BATCH) return
  }
}

function send({ scriptId, kind, mark, requestId }: PendingCommand, queues: CommandQueues): Promise<void> {
  return kind === 'casting'
    ? queues.narration.add({ scriptId, reason: 'casting', mark, requestId })
    : queues.deleted.add({ scriptId, mark, requestId })
}
