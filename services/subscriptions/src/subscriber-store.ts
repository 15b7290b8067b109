export type Subscriber = {
  /** Trimmed, lower case. */
  email: string
  /** Where the person signed up, e.g. `landing-page`. */
  source: string
  subscribedAt: Date
}

/** Stores launch sign-ups, one row per address. For an outage it throws StoreUnavailable. */
export interface SubscriberStore {
  /** Stores the first sign-up of an address; later ones change nothing. Returns whether it was new. */
  add(subscriber: Subscriber): Promise<boolean>
  /** Takes an address off the list; one that is not on it is no failure. */
  remove(email: string): Promise<void>
  /** All sign-ups, oldest first; read on demand. */
  all(): AsyncIterable<Subscriber>
  /** Rejects when the database cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}
