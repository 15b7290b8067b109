/** Lets `count` holders in at a time and `waiting` more queue, in order. */
export function createSlots(count: number, waiting: number) {
  let free = count
  const queue: (() => void)[] = []
  const release = () => {
    const next = queue.shift()
    if (next) next()
    else free += 1
  }
  return {
    /** Resolves to the function that gives the slot back; undefined when the queue is full. */
    take(): Promise<() => void> | undefined {
      if (free > 0) {
        free -= 1
        return Promise.resolve(release)
      }
      if (queue.length >= waiting) return undefined
      return new Promise((resolve) => queue.push(() => resolve(release)))
    },
  }
}
