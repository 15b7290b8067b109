import type { FastifyBaseLogger } from 'fastify'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const DAY_MS = 24 * 3_600_000
/** As the export names them when it is told no file, whole or left by one that died. */
const EXPORT = /^subscribers-.*\.csv(\.\d+\.part)?$/

type Options = {
  dataDir: string
  days: number
  log: FastifyBaseLogger
  now?: () => number
}

/** At start and once a day: removes exports of so many days ago. Addresses that somebody took off the list are in them. */
export function forgetExports({ dataDir, days, log, now = Date.now }: Options): { close(): Promise<void> } {
  const round = async () => {
    try {
      const removed = await removeExports(path.resolve(dataDir, 'exports'), now() - days * DAY_MS)
      if (removed > 0) log.info({ exports: removed }, 'old exports removed')
    } catch (error) {
      log.warn({ err: error }, 'old exports not removed')
    }
  }
  let running = round()
  const timer = setInterval(() => {
    running = running.then(round)
  }, DAY_MS).unref()
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

/** Those written before this moment (ms). Returns how many there were. */
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
