/** An event with its listeners, for example for `useSyncExternalStore`. */
export class Emitter<Args extends unknown[] = []> {
  readonly #listeners = new Set<(...args: Args) => void>()

  subscribe = (listener: (...args: Args) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  emit = (...args: Args): void => {
    for (const listener of this.#listeners) listener(...args)
  }
}
