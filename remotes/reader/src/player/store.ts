/** A value with listeners, in the shape that useSyncExternalStore reads. */
export type Store<T> = {
  getSnapshot(): T
  subscribe(listener: () => void): () => void
  /** Merges; listeners hear of it only when something changed. */
  set(patch: Partial<T>): void
}

export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    getSnapshot: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(patch) {
      const keys = Object.keys(patch) as (keyof T)[]
      if (keys.every((key) => Object.is(value[key], patch[key]))) return
      value = { ...value, ...patch }
      for (const listener of listeners) listener()
    },
  }
}
