import { QUEUES } from '@andscene/contracts/queues'
import type { Producer } from '@andscene/service-kit/queues'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { CommandStore, PendingCommand } from '../store/command-store.ts'

export type CommandQueues = {
  narration: Pick<Producer<typeof QUEUES.narration>, 'add' | 'close'>
  deleted: Pick<Producer<typeof QUEUES.deleted>, 'add' | 'close'>
}

export type Outbox = {
  /** There is something to send. Returns at once; never throws. */
  wake(): void
  /** Stops looking; a sweep under way finishes first. */
  close(): Promise<void>
}

/** Forgotten commands are looked for this often (product §10). */
export const SWEEP_EVERY_MS = 60_000
/** Visibility timeout: a command that its consumer has not acknowledged by then is sent again. */
export const SENT_AGAIN_MS = 60_000
const RETRY_FIRST_MS = 1_000
const BATCH = 100

/**
 * The outbox: sends due commands from the store to the queue, when woken, at start and every minute, so that a command
 * left by a process that died is found by the next. That the queue took a command does not end it, because a queue may
 * be lost with what it took: the consumer acknowledges at `POST /internal/scripts/:id/acknowledge` once the work is recorded
 * durably, and until then the command is sent again and again. Its consumers expect that.
 */
export function startOutbox(deps: {
  commands: CommandStore
  queues: CommandQueues
  clock: Clock
  log: FastifyBaseLogger
}): Outbox {
  const { commands, queues, clock, log } = deps
  let sweeping: Promise<void> | undefined
  let wokenMeanwhile = false
  let closed = false
  let failures = 0
  let cancelTimer: (() => void) | undefined

  const sweep = async () => {
    wokenMeanwhile = false
    try {
      await sendAll(commands, queues, clock)
      failures = 0
    } catch (error) {
      failures += 1
      log.warn({ err: error }, 'commands stay pending')
    }
    sweeping = undefined
    if (wokenMeanwhile && failures === 0) wake()
    else schedule()
  }
  const schedule = () => {
    cancelTimer?.()
    if (closed) return
    const retry = RETRY_FIRST_MS * 2 ** (failures - 1)
    cancelTimer = clock.after(failures === 0 ? SWEEP_EVERY_MS : Math.min(retry, SWEEP_EVERY_MS), wake)
  }
  const wake = () => {
    if (closed) return
    wokenMeanwhile = true
    sweeping ??= sweep()
  }

  wake()
  return {
    wake,
    close: async () => {
      closed = true
      cancelTimer?.()
      await sweeping
    },
  }
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
