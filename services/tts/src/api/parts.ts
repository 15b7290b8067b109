import type { QueueEvents } from 'bullmq'
import type { openParts } from '../parts.ts'
import type { AccessWatch } from './access-watch.ts'
import type { Access } from './access.ts'
import type { ClipRequests } from './clip-requests.ts'

export type ApiParts = Omit<Awaited<ReturnType<typeof openParts>>, 'producers'> & {
  access: Access
  watch: AccessWatch
  clips: ClipRequests
  /** Of the queue of clips. */
  events: Pick<QueueEvents, 'on'>
}
