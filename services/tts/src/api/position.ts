import type { QUEUES } from '@andscene/contracts/queues'
import type { Producer } from '@andscene/service-kit/queues'
import type { FastifyRequest } from 'fastify'

/** Positions told within this time are one (RULINGS, Safety: debounced). */
const DEBOUNCE_MS = 200

/**
 * Tells the planner where somebody listens, so that what comes next is made first and what is missing is planned
 * again (RULINGS, Player). Nobody waits for it.
 */
export function tellPosition(
  narration: Producer<typeof QUEUES.narration>,
  request: FastifyRequest,
  { scriptId, fromLineIndex }: { scriptId: string; fromLineIndex: number },
): void {
  narration
    .add(
      { scriptId, fromLineIndex, reason: 'position', requestId: request.id },
      { deduplicationId: `position.${scriptId}`, debounceMs: DEBOUNCE_MS },
    )
    .catch((error: unknown) => request.log.warn({ err: error, scriptId }, 'position not told'))
}
