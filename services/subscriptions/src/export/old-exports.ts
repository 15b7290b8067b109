import { runEvery } from '@andscene/service-kit/run-every'
import type { FastifyBaseLogger } from 'fastify'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const DAY_MS = 24 * 3_600_000
/** The default names of exports, including unfinished ones. */
const EXPORT = /^subscribers-.*\.csv(\.\d+\.part)?$/

type Options = {
  dataDir: string
  days: number
  log: FastifyBaseLogger
  now?: () => number
}

/** Removes exports older than `days` at start and once a day: they may contain addresses that were deleted since. */
export function forgetExports({ dataDir, days, log, now = Date.now }: Options): { close(): Promise<void> } {
  const closing = new AbortController()
  const running = runEvery(
    DAY_MS,
    async () => {
      const removed = await removeExports(path.resolve(dataDir, 'exports'), now() - days * DAY_MS)
      if (removed > 0) log.info({ exports: removed }, 'old exports removed')
    },
    closing.signal,
    (error) => log.warn({ err: error }, 'old exports not removed'),
  )
  return {
    close() {
      closing.abort()
      return running
    },
  }
}

/** Removes the exports written before this moment (ms) and returns their number. */
export async function removeExports(folder: string, before: number): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder).catch(noneWhereMissing)) {
    const file = path.join(folder, name)
    const isOld = EXPORT.test(name) && (await stat(file)).mtimeMs < before
    if (!isOld) continue
    await rm(file, { force: true })
    removed += 1
  }
  return removed
}

function noneWhereMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
