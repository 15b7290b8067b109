// Clients whose bodies drip, as a process of their own, so that what they cost is not measured as somebody's wait.
// Is given the origin and the groups of clients as JSON; says what they were told whenever it is asked.
import { drip, type Crowd } from './dripping.ts'

const { origin, crowds } = JSON.parse(process.argv[2] ?? '') as { origin: string; crowds: Crowd[] }
const dripping = crowds.map((crowd) => drip(origin, crowd))
process.on('message', () => process.send?.(dripping.map(({ told }) => told)))
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
