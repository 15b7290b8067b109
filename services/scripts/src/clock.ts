/** The clock of this service; tests pass their own. */
export type Clock = {
  now(): Date
  /** Runs `work` once, after `ms`; returns a function that cancels it. Does not keep the process alive. */
  after(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms).unref()
    return () => clearTimeout(timer)
  },
}
