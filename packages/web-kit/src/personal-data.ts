import { clearPersonalStorage } from './storage-keys.ts'

type Cleaner = () => void | Promise<void>

/** What is kept of a person on this page and device, and its removal. */
export class PersonalData {
  /** The removal under way. */
  removal: Promise<void> | undefined
  private readonly cleaners = new Set<Cleaner>()

  /** Runs `cleaner` whenever a session ends, to drop what is kept of the person in memory. */
  onEnd(cleaner: Cleaner): () => void {
    this.cleaners.add(cleaner)
    return () => this.cleaners.delete(cleaner)
  }

  /** First in memory, so that nothing is written back, then in storage. */
  remove(): Promise<void> {
    this.removal ??= this.drop().finally(() => {
      this.removal = undefined
    })
    return this.removal
  }

  private async drop(): Promise<void> {
    const results = await Promise.allSettled([...this.cleaners].map(async (cleaner) => cleaner()))
    await clearPersonalStorage()
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }
}
