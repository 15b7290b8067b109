import { chmod, lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from './failure.ts'

export const OTHERS = 0o077

/**
 * Runs `action` so that files it creates are private to their owner, also in child processes: folders 0700, files 0600.
 */
export function privately<T>(action: () => T): T {
  const before = process.umask(OTHERS)
  try {
    return action()
  } finally {
    process.umask(before)
  }
}

/** Restricts `entry` and its contents to their owner. Links are left unchanged. */
export async function restrictToOwner(entry: string): Promise<void> {
  const stats = await lstat(entry).catch(ignoreMissing)
  if (!stats || stats.isSymbolicLink()) return
  if (stats.isDirectory())
    for (const name of await readdir(entry)) await restrictToOwner(path.join(entry, name))
  if (stats.mode & OTHERS) await chmod(entry, stats.mode & 0o700).catch(unableTo)
}

export const isPrivate = async (folder: string): Promise<boolean> =>
  ((await lstat(folder)).mode & OTHERS) === 0

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

/** Some file systems have no permissions, and some files belong to other users: the caller checks the result. */
function unableTo(error: unknown): void {
  if (!['EPERM', 'ENOTSUP', 'EROFS', 'ENOENT'].includes(codeOf(error) ?? '')) throw error
}
