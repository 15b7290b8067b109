import { insertOnce, mongoOutages, openMongo } from '@andscene/service-kit/stores/mongo'
import { withOutages } from '@andscene/service-kit/stores/store-unavailable'
import type { Subscriber, SubscriberStore } from './subscriber-store.ts'

const BY_TIME = { subscribedAt: 1, email: 1 } as const

/** Sign-ups in MongoDB, database of the URI's path. */
export async function mongoSubscriberStore(uri: string): Promise<SubscriberStore> {
  const { client, db } = await openMongo(uri)
  const subscribers = db.collection<Subscriber>('subscribers')
  await subscribers.createIndex({ email: 1 }, { unique: true })
  await subscribers.createIndex(BY_TIME)
  const store: SubscriberStore = {
    add: ({ email, source, subscribedAt }) => insertOnce(subscribers, { email, source, subscribedAt }),
    remove: async (email) => {
      await subscribers.deleteOne({ email })
    },
    // By an index, because a server sorts only 100 MB in memory.
    all: () => subscribers.find({}, { projection: { _id: 0 } }).sort(BY_TIME),
    ping: async () => {
      await db.command({ ping: 1 })
    },
    close: () => client.close(),
  }
  return withOutages(store, mongoOutages)
}
