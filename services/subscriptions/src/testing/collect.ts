import type { Subscriber, SubscriberStore } from '../subscriber-store.ts'

/** Everything a store holds. */
export async function collect(store: SubscriberStore): Promise<Subscriber[]> {
  const found: Subscriber[] = []
  for await (const subscriber of store.all()) found.push(subscriber)
  return found
}
