import { QUEUES } from '@andscene/contracts/queues'
import type { Producer } from '@andscene/service-kit/queues'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { PendingCommand, ScriptStore } from '../store/script-store.ts'

export type CommandQueues = {
  narration: Pick<Producer<typeof QUEUES.narration>, 'add' | 'close'>
  deleted: Pick<Producer<typeof QUEUES.deleted>, 'add' | 'close'>
}

export type Relay = {
  /** There is something to send. Returns at once; never throws. */
  nudge(): void
  /** Stops looking; a sweep under way finishes first. */
  close(): Promise<void>
}

/** Forgotten commands are looked for this often (RULINGS, Safety). */
export const SWEEP_EVERY_MS = 60_000
const RETRY_FIRST_MS = 1_000
const BATCH = 100

/**
 * Takes pending commands from the store to the queue: when nudged, at start and every minute, so that a command left by
 * a process that died is found by the next. A command is taken off the store only when it is in the queue; it may
 * therefore be sent twice, which its consumers expect.
 */
export function startRelay(deps: {
  store: ScriptStore
  queues: CommandQueues
  clock: Clock
  log: FastifyBaseLogger
}): Relay {
  const { store, queues, clock, log } = deps
  let sweeping: Promise<void> | undefined
  let nudgedMeanwhile = false
  let closed = false
  let failures = 0
  let cancelTimer: (() => void) | undefined

  const sweep = async () => {
    nudgedMeanwhile = false
    try {
      await sendAll(store, queues)
      failures = 0
    } catch (error) {
      failures += 1
      log.warn({ err: error }, 'commands stay pending')
    }
    sweeping = undefined
    if (nudgedMeanwhile && failures === 0) nudge()
    else schedule()
  }
  const schedule = () => {
    cancelTimer?.()
    if (closed) return
    const retry = RETRY_FIRST_MS * 2 ** (failures - 1)
    cancelTimer = clock.after(failures === 0 ? SWEEP_EVERY_MS : Math.min(retry, SWEEP_EVERY_MS), nudge)
  }
  const nudge = () => {
    if (closed) return
    nudgedMeanwhile = true
    sweeping ??= sweep()
  }

  nudge()
  return {
    nudge,
    close: async () => {
      closed = true
      cancelTimer?.()
      await sweeping
    },
  }
}

async function sendAll(store: ScriptStore, queues: CommandQueues): Promise<void> {
  for (;;) {
    const commands = await store.pending(BATCH)
    for (const command of commands) {
      await send(command, queues)
      await store.settle(command)
    }
    if (commands.length < BATCH) return
  }
}

function send({ scriptId, kind, requestId }: PendingCommand, queues: CommandQueues): Promise<void> {
  const options = { deduplicationId: `${kind}.${scriptId}` }
  return kind === 'casting'
    ? queues.narration.add({ scriptId, reason: 'casting', requestId }, options)
    : queues.deleted.add({ scriptId, requestId }, options)
}
