import { MongoClient } from 'mongodb'
import type { Subscriber, SubscriberStore } from './subscriber-store.ts'

const DUPLICATE_KEY = 11_000

/** Sign-ups in MongoDB, database of the URI's path. */
export async function mongoSubscriberStore(uri: string): Promise<SubscriberStore> {
  const client = await new MongoClient(uri, {
    serverSelectionTimeoutMS: 5_000,
    // What was acknowledged outlives the server that took it.
    writeConcern: { w: 'majority' },
  }).connect()
  const subscribers = client.db().collection<Subscriber>('subscribers')
  await subscribers.createIndex({ email: 1 }, { unique: true })
  return {
    async add(subscriber) {
      try {
        await subscribers.insertOne({ ...subscriber })
        return true
      } catch (error) {
        if ((error as { code?: number }).code === DUPLICATE_KEY) return false
        throw error
      }
    },
    list: () =>
      subscribers
        .find({}, { projection: { _id: 0 } })
        .sort({ subscribedAt: 1, email: 1 })
        .toArray(),
    ping: async () => {
      await client.db().command({ ping: 1 })
    },
    close: () => client.close(),
  }
}
