import { insertAll, rowsOf, type MongoMapping } from '@andscene/service-kit/data/mongo-documents'
import { inserter } from '@andscene/service-kit/data/inserter'
import type { DatabaseSync } from 'node:sqlite'
import { mongoSubscriberStore } from '../mongo-subscriber-store.ts'
import { MIGRATIONS } from '../sqlite-subscriber-store.ts'
import type { Subscriber } from '../subscriber-store.ts'

/** The documents of this service in MongoDB as the table of its embedded store. */
export const SUBSCRIPTIONS_MAPPING: MongoMapping = {
  collections: ['subscribers'],
  migrations: MIGRATIONS,
  prepare: async (uri) => (await mongoSubscriberStore(uri)).close(),
  async copyOut(server, db, { held }) {
    await held()
    const add = inserter(db)
    for await (const { email, source, subscribedAt } of server.collection<Subscriber>('subscribers').find())
      add('subscribers', { email, source, subscribed_at: subscribedAt.toISOString() })
  },
  async takeIn(db, server) {
    await insertAll(server.collection<Subscriber>('subscribers'), subscribers(db))
  },
}

type Row = { email: string; source: string; subscribed_at: string }

function* subscribers(db: DatabaseSync): Generator<Subscriber> {
  for (const { email, source, subscribed_at } of rowsOf<Row>(db, 'SELECT * FROM subscribers'))
    yield { email, source, subscribedAt: new Date(subscribed_at) }
}
