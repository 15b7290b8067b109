import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** What the one that installs tells the others, on this platform and on others that share VOICES_DIR. `at` in ms since 1970. */
export type Progress =
  | { state: 'coming'; doneBytes: number; at: number }
  | { state: 'failed'; reason: string; retryAt: number; at: number }

/** Quietly does nothing on a full disk: the voices do not depend on it. */
export function writeProgress(file: string, progress: Progress): void {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(progress), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {
    // As said above.
  }
}

/** What failed for another one after `since` (ms since 1970), and would fail again before its time. */
export const failedAfter = (since: number, told: Progress | undefined) =>
  told?.state === 'failed' && told.at > since && told.retryAt > Date.now() ? told : undefined

/** Undefined when there is none, or none that can be understood. */
export function readProgress(file: string): Progress | undefined {
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<string, unknown>>
    const { state, doneBytes, reason, retryAt, at } = found
    if (typeof at !== 'number') return undefined
    if (state === 'coming' && typeof doneBytes === 'number') return { state, doneBytes, at }
    if (state === 'failed' && typeof reason === 'string' && typeof retryAt === 'number')
      return { state, reason, retryAt, at }
  } catch {
    // None, or half of one.
  }
  return undefined
}
