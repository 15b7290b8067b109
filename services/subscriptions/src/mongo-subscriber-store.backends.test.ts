import { startMongo } from '@andscene/testing/backends'
import { openTcpProxy } from '@andscene/testing/tcp-proxy'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('product §10: a sign-up asks for a majority, so that what was acknowledged outlives its server', async () => {
  const uri = new URL(mongo.uri)
  const tap = await openTcpProxy({ host: uri.hostname, port: Number(uri.port) })
  uri.port = String(tap.port)
  uri.pathname = `/t${randomUUID().replaceAll('-', '')}`
  const store = await mongoSubscriberStore(uri.href)
  try {
    tap.sent()
    await store.add({ email: 'ada@example.org', source: 'landing-page', subscribedAt: new Date() })
    expect(tap.sent()).toMatch(/insert[^]*writeConcern[^]*majority/)
  } finally {
    await store.close()
    await tap.close()
  }
})
