/** Number of loading parts of the page. */
let waits = 0
const listeners = new Set<() => void>()

const change = (by: number) => {
  waits += by
  for (const listener of listeners) listener()
}

/** Adds one until the returned function is called. */
export function beginWait(): () => void {
  change(1)
  return () => change(-1)
}

export const isWaiting = (): boolean => waits > 0

export const watchWaits = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
