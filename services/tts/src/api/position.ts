import type { FastifyRequest } from 'fastify'
import type { ApiParts } from './parts.ts'

export type Position = { scriptId: string; fromLineIndex: number }

/**
 * Tells the planner where somebody listens, so that what comes next is made first and what is missing is planned
 * again (product §4). Nobody waits for it.
 */
export function tellPosition(
  parts: Pick<ApiParts, 'narration' | 'notes'>,
  request: FastifyRequest,
  position: Position,
): void {
  tell(parts, position, request.id).catch((error: unknown) =>
    request.log.warn({ err: error, scriptId: position.scriptId }, 'position not told'),
  )
}

async function tell(
  { narration, notes }: Pick<ApiParts, 'narration' | 'notes'>,
  { scriptId, fromLineIndex }: Position,
  requestId: string,
): Promise<void> {
  if (await notes.isComplete(scriptId)) return notes.setListener(scriptId, fromLineIndex)
  return narration.add({ scriptId, fromLineIndex, reason: 'position', requestId })
}
