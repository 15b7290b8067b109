import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * Paths in `folder`, itself included, that other users can access. Skips links and sockets, which have no mode of their
 * own.
 */
export async function findExposedPaths(folder: string): Promise<string[]> {
  const names = ['.', ...(await readdir(folder, { recursive: true }))]
  const open = await Promise.all(
    names.map(async (name) => {
      // The file was deleted meanwhile.
      const stats = await lstat(path.join(folder, name)).catch(() => undefined)
      return stats && (stats.isFile() || stats.isDirectory()) && stats.mode & 0o077 ? [name] : []
    }),
  )
  return open.flat()
}
