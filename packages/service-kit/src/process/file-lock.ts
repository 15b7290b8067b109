import { DatabaseSync } from 'node:sqlite'

export type FileLock = { release(): void }

/**
 * Takes the lock of `file`, or returns undefined when another process has it. The lock is the operating system's own
 * (through SQLite), so it is released when the process exits in any way.
 */
export function tryFileLock(file: string): FileLock | undefined {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (error instanceof Error && /locked|busy/.test(error.message)) return undefined
    throw error
  }
}

/** Waits for the lock and tries again every 200 ms; calls `onWait` once. */
export async function fileLock(file: string, onWait: () => void, signal?: AbortSignal): Promise<FileLock> {
  for (let told = false; ; told = true) {
    signal?.throwIfAborted()
    const lock = tryFileLock(file)
    if (lock) return lock
    if (!told) onWait()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
