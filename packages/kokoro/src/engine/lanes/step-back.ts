import { getPriority, setPriority } from 'node:os'

/** About a quarter of a busy processor: enough to end within the time that a text may take. */
const NICE = 5

/** Lowers the priority of this thread permanently; only Linux has priorities of threads. */
export function stepBack(): void {
  if (process.platform !== 'linux' || getPriority() >= NICE) return
  try {
    // Without an id it applies to this thread.
    setPriority(NICE)
  } catch {
    // It works without it.
  }
}
