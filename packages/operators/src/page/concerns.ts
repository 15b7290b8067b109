import type { DiskRow, Overview } from '../overview.ts'
import { bytes, percent } from './words.ts'

const DISK_FILLS = 0.9
const MEMORY_FILLS = 0.8

/** The share of a disk that is not free. */
export const taken = ({ freeBytes, sizeBytes }: DiskRow): number =>
  sizeBytes > 0 ? 1 - freeBytes / sizeBytes : 1

/** Returns what an operator should check, most urgent first. */
export function concernsOf(overview: Overview): string[] {
  const { parts, workers, queues, disks, queueMemory, mixed } = overview
  const away = parts.filter(({ state }) => state === 'away')
  const notReady = parts.filter(({ state }) => state === 'not ready')
  // Without targets of workers there may be some.
  const noWorker = workers.length > 0 && workers.every(({ state }) => state === 'away')
  const memory =
    queueMemory && queueMemory.limitBytes > 0 ? queueMemory.usedBytes / queueMemory.limitBytes : 0
  return [
    ...away.map(({ part, at, why = '' }) => `${part} at ${at} is unavailable: ${why}.`),
    ...(noWorker ? ['No worker is up: no new clips are made.'] : []),
    ...notReady.map(({ part, at, why = '' }) => `${part} at ${at} is not ready: ${why}.`),
    ...workers
      .filter(({ refusing }) => refusing)
      .map(({ at }) => `The worker at ${at} makes no clips because it cannot store them.`),
    ...(queues.length === 0 ? ['Redis is unavailable: the number of waiting jobs is unknown.'] : []),
    ...disks
      .filter((disk) => taken(disk) > DISK_FILLS)
      .map((disk) => `The disk of ${disk.parts.join(', ')} has ${bytes(disk.freeBytes)} left.`),
    ...(memory > MEMORY_FILLS ? [`The memory of the queue is ${percent(memory)} full.`] : []),
    ...(mixed ? ['Parts of different releases are running.'] : []),
  ]
}
