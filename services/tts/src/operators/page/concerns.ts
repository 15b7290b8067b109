import type { DiskRow, Overview } from '../overview.ts'
import { bytes, percent } from './words.ts'

const DISK_FILLS = 0.9
const MEMORY_FILLS = 0.8

/** The share of a disk that is not free. */
export const taken = ({ freeBytes, sizeBytes }: DiskRow): number =>
  sizeBytes > 0 ? 1 - freeBytes / sizeBytes : 1

/** What needs somebody's look, the worst first; nothing when all is well. */
export function concernsOf(overview: Overview): string[] {
  const { parts, workers, queues, disks, queueMemory, mixed } = overview
  const away = parts.filter(({ state }) => state === 'away')
  const notReady = parts.filter(({ state }) => state === 'not ready')
  // Where no worker is looked at there may be some.
  const noWorker = workers.length > 0 && workers.every(({ state }) => state === 'away')
  const memory =
    queueMemory && queueMemory.limitBytes > 0 ? queueMemory.usedBytes / queueMemory.limitBytes : 0
  return [
    ...away.map(({ part, at, why = '' }) => `${part} at ${at} is away: ${why}.`),
    ...(noWorker ? ['No worker is up: nothing that is not made yet can be heard.'] : []),
    ...notReady.map(({ part, at, why = '' }) => `${part} at ${at} is not ready: ${why}.`),
    ...workers
      .filter(({ refusing }) => refusing)
      .map(({ at }) => `The worker at ${at} cannot store clips and makes none.`),
    ...(queues.length === 0 ? ['Nobody knows how many jobs wait: Redis is away.'] : []),
    ...disks
      .filter((disk) => taken(disk) > DISK_FILLS)
      .map((disk) => `The disk of ${disk.parts.join(', ')} has ${bytes(disk.freeBytes)} left.`),
    ...(memory > MEMORY_FILLS ? [`The memory of the queue is ${percent(memory)} full.`] : []),
    ...(mixed ? ['Parts of different releases run beside each other.'] : []),
  ]
}
