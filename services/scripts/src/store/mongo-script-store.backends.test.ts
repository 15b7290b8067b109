import { startMongo, type MongoServer } from '@andscene/testing/backends'
import { openTcpProxy } from '@andscene/testing/tcp-proxy'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mongoScriptStore } from './mongo-script-store.ts'
import { scriptStoreContract } from './script-store.contract.ts'

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
scriptStoreContract('MongoDB', () => mongoScriptStore(newDatabase()))

test('product §10: every write asks for a majority, so that what was acknowledged outlives its server', async () => {
  const uri = new URL(newDatabase())
  const tap = await openTcpProxy({ host: uri.hostname, port: Number(uri.port) })
  uri.port = String(tap.port)
  const store = await mongoScriptStore(uri.href)
  try {
    tap.sent()
    await store.savePreferences('ada', { skippedLineTypes: ['Action'] })
    expect(tap.sent()).toMatch(/update[^]*writeConcern[^]*majority/)
    await store.insert({
      id: 'a',
      ownerId: 'ada',
      title: 'a',
      uploadedAt: new Date(),
      pages: 1,
      lineCount: 0,
      characters: [],
      lines: '[]',
      upload: { key: undefined, fileHash: '' },
    })
    expect(tap.sent()).toMatch(/insert[^]*writeConcern[^]*majority/)
  } finally {
    await store.close()
    await tap.close()
  }
})

test('architecture §4: a second start finds the indexes and data of the first', async () => {
  const uri = newDatabase()
  const first = await mongoScriptStore(uri)
  await first.savePreferences('ada', { skippedLineTypes: ['Action'] })
  await first.close()
  const second = await mongoScriptStore(uri)
  expect(await second.preferences('ada')).toEqual({ skippedLineTypes: ['Action'] })
  await second.close()
})

test('architecture §4: processes that start at once share the indexes', async () => {
  const uri = newDatabase()
  const stores = await Promise.all([mongoScriptStore(uri), mongoScriptStore(uri), mongoScriptStore(uri)])
  await Promise.all(stores.map((store) => expect(store.ping()).resolves.toBeUndefined()))
  await Promise.all(stores.map((store) => store.close()))
})
