/** Clips by path (architecture §4), whole and durable once written. StoreUnavailable while unavailable or full. */
export interface AudioObjects {
  write(path: string, bytes: Uint8Array): Promise<void>
  read(path: string): Promise<Uint8Array | undefined>
  /** Returns how many existed. Throws ObjectsNotRemoved when some could not be removed. */
  remove(paths: readonly string[]): Promise<number>
  /** Removes all below a folder, `scripts/x/`; returns how many objects that were. Throws as `remove`. */
  removeFolder(folder: string): Promise<number>
  /** What is below a folder, `scripts/`, some hundreds at a time, in no order; without changes meanwhile. */
  list(folder: string): AsyncIterable<readonly StoredObject[]>
  /** Rejects while objects cannot be written. Writes and removes a probe. */
  check(): Promise<void>
}

export type StoredObject = { path: string; bytes: number; changedAt: Date }

/** The store refused to remove some objects; removing again may help. */
export class ObjectsNotRemoved extends Error {
  override readonly name = 'ObjectsNotRemoved'
  readonly refused: readonly unknown[]

  constructor(refused: readonly unknown[]) {
    super(`${refused.length} objects could not be removed: ${JSON.stringify(refused[0])}`)
    this.refused = refused
  }
}

/** Whether the operating system refused: no space, no permission, no connection. For `withOutages`. */
export const isSystemFailure = (error: unknown): boolean =>
  /^E[A-Z]+$/.test(String((error as { code?: unknown }).code))
