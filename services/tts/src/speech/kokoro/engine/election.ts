import { DatabaseSync } from 'node:sqlite'

/** Whoever holds the lock is the one engine of its place, until it lets it go or dies: the system frees it then. */
export type Lock = { release(): void }

/**
 * Takes the lock if nobody has it. A lock of the file system, by way of SQLite, which has one on every system: unlike a
 * file that stands for a lock it never outlives its process.
 */
export function takeLock(file: string): Lock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    const { errcode } = error as { errcode?: number }
    if (errcode === SQLITE_BUSY) return undefined
    throw error
  }
  return { release: () => database.close() }
}

const SQLITE_BUSY = 5
