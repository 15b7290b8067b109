import PQueue from 'p-queue'

export type SlotOptions = {
  /** Works at a time. */
  count: number
  /** Works that may wait for a slot, in order. */
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
    /** Throws `busy` when `run` would. */
    requireRoom,
    /** Works that run or wait. */
    load: (): number => queue.pending + queue.size,
    /** Runs `work` in a slot. Rejects with `busy`, or with the reason of `giveUp` when it aborts before `work` has ended. */
    async run<T>(work: () => Promise<T>, giveUp?: AbortSignal): Promise<T> {
      requireRoom()
      return queue.add(work, { ...(giveUp && { signal: giveUp }) })
    },
  }
}
export type Slots = ReturnType<typeof createSlots>
