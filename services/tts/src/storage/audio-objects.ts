/**
 * Clips and their timing files by path (architecture §4), complete and durable once written. Throws StoreUnavailable while unavailable or
 * full.
 */
export interface AudioObjects {
  write(path: string, bytes: Uint8Array): Promise<void>
  read(path: string): Promise<Uint8Array | undefined>
  /** Returns the number of removed objects. Throws ObjectsNotRemoved when some could not be removed. */
  remove(paths: readonly string[]): Promise<number>
  /** Removes all objects below a folder, `scripts/x/`; returns the number of clips. Throws like `remove`. */
  removeFolder(folder: string): Promise<number>
  /** Lists objects below a folder, `scripts/`, in pages of some hundreds, unordered, without concurrent changes. */
  list(folder: string): AsyncIterable<readonly StoredObject[]>
  /** Rejects while objects cannot be written. Writes and removes a probe. */
  check(): Promise<void>
}

export type StoredObject = { path: string; bytes: number; changedAt: Date }

/** The store refused to remove some objects; the caller may retry. */
export class ObjectsNotRemoved extends Error {
  override readonly name = 'ObjectsNotRemoved'
  readonly refused: readonly unknown[]

  constructor(refused: readonly unknown[]) {
    super(`${refused.length} objects could not be removed: ${JSON.stringify(refused[0])}`)
    this.refused = refused
  }
}

/** Whether the operating system reported it: no space, no permission, no connection. For `withOutages`. */
export const isSystemFailure = (error: unknown): boolean =>
  /^E[A-Z]+$/.test(String((error as { code?: unknown }).code))
