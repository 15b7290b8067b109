/** The listeners of a store, for `useSyncExternalStore`. */
export class Listeners<Told extends unknown[] = []> {
  readonly #all = new Set<(...told: Told) => void>()

  subscribe = (listener: (...told: Told) => void): (() => void) => {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  tell = (...told: Told): void => {
    for (const listener of this.#all) listener(...told)
  }
}
