/** Who wants to hear of something. */
export function createListeners<Told extends unknown[] = []>() {
  const listeners = new Set<(...told: Told) => void>()
  return {
    subscribe(listener: (...told: Told) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell: (...told: Told): void => listeners.forEach((listener) => listener(...told)),
  }
}

/** A value with listeners, in the shape that useSyncExternalStore reads. */
export function createStore<T extends object>(initial: T) {
  let value = initial
  const { subscribe, tell } = createListeners()
  return {
    getSnapshot: (): T => value,
    subscribe,
    /** Merges; listeners hear of it only when something changed. */
    set(patch: Partial<T>): void {
      const keys = Object.keys(patch) as (keyof T)[]
      if (keys.every((key) => Object.is(value[key], patch[key]))) return
      value = { ...value, ...patch }
      tell()
    },
  }
}
