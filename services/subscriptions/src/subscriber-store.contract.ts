import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Subscriber, SubscriberStore } from './subscriber-store.ts'

/** Everything a store holds. */
export async function collect(store: SubscriberStore): Promise<Subscriber[]> {
  const found: Subscriber[] = []
  for await (const subscriber of store.all()) found.push(subscriber)
  return found
}

/** The behaviour every SubscriberStore has (architecture §4). `open` gives an empty one. */
export function subscriberStoreContract(name: string, open: () => Promise<SubscriberStore>): void {
  describe(`SubscriberStore on ${name}`, () => {
    let store: SubscriberStore
    beforeEach(async () => {
      store = await open()
    })
    afterEach(() => store.close())
    const subscribedAt = new Date('2026-01-02T03:04:05Z')
    const subscriber = { email: 'a@example.com', source: 'landing-page', subscribedAt }

    test('keeps a sign-up', async () => {
      expect(await store.add(subscriber)).toBe(true)
      expect(await collect(store)).toEqual([subscriber])
    })

    test('keeps the first sign-up of an address only', async () => {
      await store.add(subscriber)
      expect(await store.add({ ...subscriber, source: 'other', subscribedAt: new Date() })).toBe(false)
      expect(await collect(store)).toEqual([subscriber])
    })

    test('ten concurrent sign-ups of one address make one', async () => {
      const added = await Promise.all(Array.from({ length: 10 }, () => store.add(subscriber)))
      expect(added.filter(Boolean)).toHaveLength(1)
    })

    test('forgets an address, which may sign up again', async () => {
      await store.add(subscriber)
      await store.add({ ...subscriber, email: 'b@example.com' })
      await store.remove(subscriber.email)
      await store.remove(subscriber.email)
      expect((await collect(store)).map(({ email }) => email)).toEqual(['b@example.com'])
      expect(await store.add(subscriber)).toBe(true)
    })

    test('lists oldest first', async () => {
      await store.add({
        ...subscriber,
        email: 'b@example.com',
        subscribedAt: new Date('2026-03-01T00:00:00Z'),
      })
      await store.add(subscriber)
      expect((await collect(store)).map(({ email }) => email)).toEqual(['a@example.com', 'b@example.com'])
    })
  })
}
