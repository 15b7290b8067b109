import { Emitter } from '@andscene/web-kit/emitter'

/** A value with listeners, compatible with useSyncExternalStore. */
export function createStore<T extends object>(initial: T) {
  let value = initial
  const { subscribe, emit } = new Emitter()
  return {
    getSnapshot: (): T => value,
    subscribe,
    /** Merges the patch; notifies listeners only when something changed. */
    set(patch: Partial<T>): void {
      const keys = Object.keys(patch) as (keyof T)[]
      if (keys.every((key) => Object.is(value[key], patch[key]))) return
      value = { ...value, ...patch }
      emit()
    },
  }
}
