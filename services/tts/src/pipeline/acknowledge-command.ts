import type { AcknowledgeBody } from '@andscene/contracts/internal'
import * as routes from '@andscene/contracts/routes/internal'
import { HttpError } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/calls/service-client'

/**
 * Acknowledges a command of the scripts service's outbox: what it asks for is recorded durably here, so that it need not
 * be sent again (product §10). Throws AWAY while that fails; the job then comes again, as the command does.
 */
export async function acknowledgeCommand(
  scripts: ServiceClient,
  { scriptId, requestId }: { scriptId: string; requestId?: string | undefined },
  command: AcknowledgeBody,
): Promise<void> {
  try {
    await scripts.call(routes.acknowledgeCommand, { params: { id: scriptId }, body: command }, { requestId })
  } catch (error) {
    // A release without this call forgets its commands by itself.
    if (!(error instanceof HttpError && error.code === 'NOT_FOUND')) throw error
  }
}
