import { getPriority, setPriority } from 'node:os'

/** About a third of a processor for which another thread is ready: enough to end within the time that a text may take. */
const NICE = 5

/**
 * Lets other threads of the machine go first, from now on. Elsewhere than on Linux, where a thread has no priority of
 * its own, nothing happens.
 */
export function stepBack(): void {
  if (process.platform !== 'linux' || getPriority() >= NICE) return
  try {
    // Without an id it is this thread's.
    setPriority(NICE)
  } catch {
    // It speaks nevertheless.
  }
}
