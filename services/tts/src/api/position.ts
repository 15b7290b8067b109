import type { FastifyRequest } from 'fastify'
import type { ApiParts } from './parts.ts'

export type Position = { scriptId: string; fromLineIndex: number }

/** Sends the listener's position to the planner in the background, which plans the next clips from there (product §4). */
export function tellPosition(
  parts: Pick<ApiParts, 'narration' | 'notes'>,
  request: FastifyRequest,
  position: Position,
): void {
  tell(parts, position, request.id).catch((error: unknown) =>
    request.log.warn({ err: error, scriptId: position.scriptId }, 'position not sent'),
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
