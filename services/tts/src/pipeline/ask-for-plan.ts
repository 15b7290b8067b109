import type { QUEUES } from '@andscene/contracts/queues'
import type { Producer } from '@andscene/service-kit/queue/queues'

/** A script is planned once more, from where its listener is: nothing is queued twice. */
export const askForPlan = (narration: Producer<typeof QUEUES.narration>, scriptId: string): Promise<void> =>
  narration.add({ scriptId, reason: 'reconcile' })
