// The guests of `guests.ts` in a separate process, so that their cost does not add to the measured latencies. Receives the
// crowd in a message, reports when all links are open, then sends the counts on every message.
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { crowdOfGuests, type CrowdOfGuests } from './guest-crowd.ts'

// Real guests have their own machines.
setPriority(10)
process.on('disconnect', () => process.exit(0))
const [crowd] = (await once(process, 'message')) as [CrowdOfGuests]
const { told, opened } = crowdOfGuests(crowd)
await opened
process.on('message', () => process.send?.(told))
process.send?.('opened')
