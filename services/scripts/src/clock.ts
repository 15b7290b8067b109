/** Time as this service sees it; tests bring their own. */
export type Clock = {
  now(): Date
  /** Runs `work` once, after `ms`; returns how to call it off. Does not keep the process alive. */
  after(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms).unref()
    return () => clearTimeout(timer)
  },
}
