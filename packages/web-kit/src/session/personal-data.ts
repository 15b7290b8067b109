import { clearPersonalStorage } from '../storage-keys.ts'

export type Removal = {
  /** The session has expired: what the person wrote and could not send stays on the device for them. */
  keepsWords: boolean
}
export type Cleaner = (removal: Removal) => void | Promise<void>

/** What is kept of a person on this page and device, and its removal. */
export class PersonalData {
  /** The removal under way. */
  removal: Promise<void> | undefined
  readonly #cleaners = new Set<Cleaner>()

  /** Runs `cleaner` whenever a session ends, to drop what is kept of the person in memory. */
  onEnd(cleaner: Cleaner): () => void {
    this.#cleaners.add(cleaner)
    return () => this.#cleaners.delete(cleaner)
  }

  /** First in memory, so that nothing is written back, then in storage. */
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
