// Slow clients in a separate process, so that their cost does not add to the measured latencies. Receives the origin and the
// groups of clients as JSON, and sends their counts on every message.
import { drip, type Crowd } from './dripping.ts'

const { origin, crowds } = JSON.parse(process.argv[2] ?? '') as { origin: string; crowds: Crowd[] }
const dripping = crowds.map((crowd) => drip(origin, crowd))
process.on('message', () => process.send?.(dripping.map(({ told }) => told)))
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
