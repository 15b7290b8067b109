import type { Subscriber, SubscriberStore } from '../subscriber-store.ts'

/** Returns all sign-ups of a store. */
export async function collect(store: SubscriberStore): Promise<Subscriber[]> {
  const found: Subscriber[] = []
  for await (const subscriber of store.all()) found.push(subscriber)
  return found
}
