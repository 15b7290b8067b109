/** Runs one task at a time; of the waiting tasks only the newest is kept. */
export class LatestTaskRunner {
  #next: (() => Promise<void>) | undefined
  #isBusy = false

  /** Errors of `work` are ignored. */
  run(work: () => Promise<void>): void {
    this.#next = work
    if (!this.#isBusy) void this.#runAll()
  }

  stop(): void {
    this.#next = undefined
  }

  async #runAll(): Promise<void> {
    this.#isBusy = true
    for (let work = this.#take(); work; work = this.#take()) await work().catch(() => {})
    this.#isBusy = false
  }

  #take(): (() => Promise<void>) | undefined {
    const work = this.#next
    this.#next = undefined
    return work
  }
}
