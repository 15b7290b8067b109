// The guests of `guests.ts`, as a process of their own, so that what they cost is not measured as somebody's wait. Is given the
// crowd as JSON in a message; says when all have opened their link, and then what they have whenever it is asked.
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { crowdOfGuests, type CrowdOfGuests } from './guest-crowd.ts'

// Guests have machines of their own: what theirs do is not what others wait for.
setPriority(10)
process.on('disconnect', () => process.exit(0))
const [crowd] = (await once(process, 'message')) as [CrowdOfGuests]
const { told, opened } = crowdOfGuests(crowd)
await opened
process.on('message', () => process.send?.(told))
process.send?.('opened')
