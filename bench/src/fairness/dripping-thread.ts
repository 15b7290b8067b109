// The dripping crowds in a thread of their own, so that what they cost is not measured as somebody's wait.
import { parentPort, workerData } from 'node:worker_threads'
import { drip, type Crowd } from './dripping.ts'

const { origin, crowds } = workerData as { origin: string; crowds: Crowd[] }
const dripping = crowds.map((crowd) => drip(origin, crowd))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window's
parentPort?.on('message', () => parentPort?.postMessage(dripping.map(({ told }) => told)))
