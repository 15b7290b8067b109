import PQueue from 'p-queue'

export type SlotOptions = {
  /** Maximum number of running tasks. */
  count: number
  /** Maximum number of tasks in the queue. */
  waiting: number
  /** The error when the queue is full. */
  busy: () => Error
}

/** A semaphore with a bounded queue. */
export function createSlots({ count, waiting, busy }: SlotOptions) {
  const queue = new PQueue({ concurrency: count })
  const requireRoom = (): void => {
    if (queue.pending >= count && queue.size >= waiting) throw busy()
  }
  return {
    /** Throws `busy` if `run` would reject with it. */
    requireRoom,
    /** Number of running and waiting tasks. */
    load: (): number => queue.pending + queue.size,
    /**
     * Runs `work` in a slot. Rejects with `busy`, or with the reason of `giveUp` if it aborts before `work` has ended.
     */
    async run<T>(work: () => Promise<T>, giveUp?: AbortSignal): Promise<T> {
      requireRoom()
      return queue.add(work, { ...(giveUp && { signal: giveUp }) })
    },
  }
}
export type Slots = ReturnType<typeof createSlots>
