import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** The state of an installation, for all processes that share VOICES_DIR. `at` in ms since 1970. */
export type Progress =
  | { state: 'coming'; doneBytes: number; at: number }
  | { state: 'failed'; reason: string; retryAt: number; at: number }

/** Ignores errors such as a full disk: the installation does not depend on the progress. */
export function writeProgress(file: string, progress: Progress): void {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(progress), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {
    // Optional.
  }
}

/** A failure after `since` (ms since 1970) whose retry time has not come yet. */
export const failedAfter = (since: number, told: Progress | undefined) =>
  told?.state === 'failed' && told.at > since && told.retryAt > Date.now() ? told : undefined

/** Undefined when there is no file or it is invalid. */
export function readProgress(file: string): Progress | undefined {
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<string, unknown>>
    const { state, doneBytes, reason, retryAt, at } = found
    if (typeof at !== 'number') return undefined
    if (state === 'coming' && typeof doneBytes === 'number') return { state, doneBytes, at }
    if (state === 'failed' && typeof reason === 'string' && typeof retryAt === 'number')
      return { state, reason, retryAt, at }
  } catch {
    // The file does not exist.
  }
  return undefined
}
