import type { AcknowledgeBody } from '@andscene/contracts/internal'
import * as routes from '@andscene/contracts/routes/internal'
import { HttpError } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/calls/service-client'

/**
 * Acknowledges a command of the scripts service's outbox, once it is recorded durably (product §10). Throws AWAY on
 * failure: then the job is retried.
 */
export async function acknowledgeCommand(
  scripts: ServiceClient,
  { scriptId, requestId }: { scriptId: string; requestId?: string | undefined },
  command: AcknowledgeBody,
): Promise<void> {
  try {
    await scripts.call(routes.acknowledgeCommand, { params: { id: scriptId }, body: command }, { requestId })
  } catch (error) {
    // Older releases have no such route and expire their commands.
    if (!(error instanceof HttpError && error.code === 'NOT_FOUND')) throw error
  }
}
