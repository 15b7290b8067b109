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
    /**
     * Resolves to the function that gives the slot back, to be called once; to undefined when the queue is full, or
     * `giveUp` aborts while this waits in it.
     */
    take(giveUp?: AbortSignal): Promise<(() => void) | undefined> {
      if (giveUp?.aborted || (free === 0 && queue.length >= waiting)) return Promise.resolve(undefined)
      if (free > 0) {
        free -= 1
        return Promise.resolve(release)
      }
      return new Promise((resolve) => {
        const enter = () => {
          giveUp?.removeEventListener('abort', leave)
          resolve(release)
        }
        const leave = () => {
          queue.splice(queue.indexOf(enter), 1)
          resolve(undefined)
        }
        queue.push(enter)
        giveUp?.addEventListener('abort', leave, { once: true })
      })
    },
  }
}
export type Slots = ReturnType<typeof createSlots>
