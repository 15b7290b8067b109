import { getPriority, setPriority } from 'node:os'

/** About a third of a processor for which another thread is ready: enough to end within the time that a text may take. */
const NICE = 5

/** Lowers the priority of this thread permanently; only on Linux. */
export function stepBack(): void {
  if (process.platform !== 'linux' || getPriority() >= NICE) return
  try {
    // Without an id it is this thread's.
    setPriority(NICE)
  } catch {
    // It speaks nevertheless.
  }
}
