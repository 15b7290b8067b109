import { startMongo } from '@andscene/testing/backends'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { mongoSubscriberStore } from './mongo-subscriber-store.ts'
import { subscriberStoreContract } from './subscriber-store.contract.ts'

let mongo: Awaited<ReturnType<typeof startMongo>>
beforeAll(async () => {
  mongo = await startMongo()
})
afterAll(() => mongo?.stop())
subscriberStoreContract('MongoDB', () => {
  const uri = new URL(mongo.uri)
  uri.pathname = `/t${randomUUID().replaceAll('-', '')}`
  return mongoSubscriberStore(uri.href)
})
