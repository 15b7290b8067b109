import type { QUEUES } from '@andscene/contracts/queues'
import type { Producer } from '@andscene/service-kit/queue/queues'
import type { FastifyBaseLogger } from 'fastify'
import { askForPlan } from '../pipeline/ask-for-plan.ts'
import type { AudioIndex } from '../storage/audio-index.ts'

export type ReconcilerParts = {
  index: AudioIndex
  narration: Producer<typeof QUEUES.narration>
  log: FastifyBaseLogger
  everyMs: number
}

/** Scripts looked after in one round. */
const AT_ONCE = 100

/**
 * At start and again and again: scripts whose narration is under way are planned once more, so that none stays
 * half-way when jobs were lost (product §10). Several workers share the work.
 */
export function startReconciler({ index, narration, log, everyMs }: ReconcilerParts): {
  close(): Promise<void>
} {
  let closed = false
  const round = async () => {
    try {
      const scriptIds = await index.claimNarrations(Date.now() - everyMs, Date.now(), AT_ONCE)
      for (const scriptId of scriptIds) await askForPlan(narration, scriptId)
      if (scriptIds.length > 0) log.info({ scripts: scriptIds.length }, 'narrations under way looked after')
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'narrations not looked after')
    }
  }
  let running = round()
  const timer = setInterval(() => {
    running = running.then(round)
  }, everyMs)
  return {
    async close() {
      closed = true
      clearInterval(timer)
      await running
    },
  }
}
