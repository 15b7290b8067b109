import { startMongo, type MongoServer } from '@andscene/testing/backends'
import { openTcpProxy } from '@andscene/testing/tcp-proxy'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StoreUnavailable } from '@andscene/service-kit/store-unavailable'
import { script } from '../../testing/new-script.ts'
import { storesContract } from '../stores.contract.ts'
import { openMongoStores } from './open-mongo-stores.ts'

let mongo: MongoServer
beforeAll(async () => {
  mongo = await startMongo()
})
afterAll(() => mongo?.stop())

const newDatabase = () => {
  const uri = new URL(mongo.uri)
  uri.pathname = `/t${randomUUID().replaceAll('-', '')}`
  return uri.href
}
storesContract('MongoDB', () => openMongoStores(newDatabase()))

test('product §10: every write asks for a majority, so that what was acknowledged outlives its server', async () => {
  const uri = new URL(newDatabase())
  const tap = await openTcpProxy({ host: uri.hostname, port: Number(uri.port) })
  uri.port = String(tap.port)
  const store = await openMongoStores(uri.href)
  try {
    tap.sent()
    await store.preferences.change('ada', { skippedLineTypes: ['Action'] })
    expect(tap.sent()).toMatch(/update[^]*writeConcern[^]*majority/)
    await store.scripts.insert(script('a'))
    expect(tap.sent()).toMatch(/insert[^]*writeConcern[^]*majority/)
  } finally {
    await store.close()
    await tap.close()
  }
})

test('architecture §4: a second start finds the indexes and data of the first', async () => {
  const uri = newDatabase()
  const first = await openMongoStores(uri)
  await first.preferences.change('ada', { skippedLineTypes: ['Action'] })
  await first.close()
  const second = await openMongoStores(uri)
  expect(await second.preferences.find('ada')).toEqual({ skippedLineTypes: ['Action'] })
  await second.close()
})

test('architecture §4: processes that start at once share the indexes', async () => {
  const uri = newDatabase()
  const stores = await Promise.all([openMongoStores(uri), openMongoStores(uri), openMongoStores(uri)])
  await Promise.all(stores.map((store) => expect(store.ping()).resolves.toBeUndefined()))
  await Promise.all(stores.map((store) => store.close()))
})

test('architecture §4: a server that is lost is StoreUnavailable', { timeout: 60_000 }, async () => {
  const uri = new URL(newDatabase())
  const proxy = await openTcpProxy({ host: uri.hostname, port: Number(uri.port) })
  uri.port = String(proxy.port)
  const stores = await openMongoStores(uri.href)
  await stores.scripts.insert(script('a'))
  await proxy.close()
  await expect(stores.scripts.find('a', [])).rejects.toThrow(StoreUnavailable)
  await expect(stores.preferences.change('ada', { skippedLineTypes: [] })).rejects.toThrow(StoreUnavailable)
  await stores.close()
})
