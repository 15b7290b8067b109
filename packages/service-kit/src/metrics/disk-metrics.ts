import { statfs } from 'node:fs/promises'
import type { Registry } from 'prom-client'
import { createReadGauge } from './metrics-registry.ts'

/** The disk of `folder`, where this process stores its data: free and total bytes. */
export function createDiskGauges(registry: Registry, folder: string): void {
  const gauge = (name: string, help: string, blocksOf: (found: Blocks) => number) =>
    createReadGauge(registry, { name, help }, async () => {
      // A folder that cannot be read has no value, which differs from no free space.
      const found = await statfs(folder).catch(() => undefined)
      return found && blocksOf(found) * found.bsize
    })
  gauge('data_disk_free_bytes', 'Free space on the data disk.', ({ bavail }) => bavail)
  gauge('data_disk_size_bytes', 'Size of the data disk.', ({ blocks }) => blocks)
}

type Blocks = { bavail: number; blocks: number }
