import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** Removes what backups to the same file left that were killed: their process is in the names. */
export async function removeRests(file: string): Promise<void> {
  const folder = path.dirname(file)
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(`${path.basename(file)}.`)
      ? /\.(\d+)\.(part|work-\w+)$/.exec(name)?.[1]
      : undefined
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
