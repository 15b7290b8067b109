import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'

/** The disk of `folder`, where this process stores its data: free and total bytes. */
export function createDiskGauges(registry: Registry, folder: string): void {
  const gauge = (name: string, help: string, bytesOf: (found: Room) => number) => {
    const made = new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        // A folder that cannot be read has no value, which differs from no free space.
        this.remove()
        const found = await statfs(folder).catch(() => undefined)
        if (found) this.set(bytesOf(found))
      },
    })
    registry.registerMetric(made)
  }
  gauge(
    'data_disk_free_bytes',
    'Room that is left on the disk of the data.',
    (found) => found.bavail * found.bsize,
  )
  gauge('data_disk_size_bytes', 'Size of the disk of the data.', (found) => found.blocks * found.bsize)
}

type Room = { bavail: number; blocks: number; bsize: number }
