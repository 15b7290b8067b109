import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

/** What others than the owner can get at, below and including `folder`; links and sockets have no mode of their own. */
export async function openToOthers(folder: string): Promise<string[]> {
  const names = ['.', ...(await readdir(folder, { recursive: true }))]
  const open = await Promise.all(
    names.map(async (name) => {
      // A file that was deleted meanwhile is open to no user.
      const stats = await lstat(path.join(folder, name)).catch(() => undefined)
      return stats && (stats.isFile() || stats.isDirectory()) && stats.mode & 0o077 ? [name] : []
    }),
  )
  return open.flat()
}
