import { clearPersonalStorage } from '../storage-keys.ts'

export type Removal = {
  /** Keeps unsent notes, because the session has expired. */
  keepsWords: boolean
}
export type Cleaner = (removal: Removal) => void | Promise<void>

export class PersonalData {
  removal: Promise<void> | undefined
  readonly #cleaners = new Set<Cleaner>()

  /** Runs `cleaner` whenever a session ends, to remove data in memory. Returns the unsubscribe function. */
  onEnd(cleaner: Cleaner): () => void {
    this.#cleaners.add(cleaner)
    return () => this.#cleaners.delete(cleaner)
  }

  /** Memory first, so that nothing is written back, then storage. */
  remove(removal: Removal): Promise<void> {
    this.removal ??= this.#drop(removal).finally(() => {
      this.removal = undefined
    })
    return this.removal
  }

  async #drop(removal: Removal): Promise<void> {
    const results = await Promise.allSettled([...this.#cleaners].map(async (cleaner) => cleaner(removal)))
    await clearPersonalStorage(removal)
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }
}
