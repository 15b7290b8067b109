/** Values by key, each with an expiry of its own; the oldest is evicted when there are too many. */
export class ExpiringMap<T> {
  readonly #values = new Map<string, { value: T; until: number }>()
  readonly #most: number
  readonly #now: () => number

  constructor(most: number, now: () => number = Date.now) {
    this.#most = most
    this.#now = now
  }

  get(key: string): T | undefined {
    const found = this.#values.get(key)
    if (!found) return undefined
    if (found.until > this.#now()) return found.value
    this.#values.delete(key)
    return undefined
  }

  /** `until` in milliseconds since the epoch, on the clock that it was made with. */
  set(key: string, value: T, until: number): void {
    this.#values.delete(key)
    this.#values.set(key, { value, until })
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest)
  }
}
