import { startMongo, type MongoServer } from '@andscene/testing/backends'
import { openTcpProxy } from '@andscene/testing/tcp-proxy'
import { randomUUID } from 'node:crypto'
import { openMongo } from '@andscene/service-kit/stores/mongo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StoreUnavailable } from '@andscene/service-kit/stores/store-unavailable'
import { beforeCall } from '../../testing/around-call.ts'
import { script } from '../../testing/new-script.ts'
import { storesContract } from '../contract/stores.contract.ts'
import type { ScriptDocument } from './documents.ts'
import { SETTLED_MS } from '../account-store.ts'
import { mongoProgress } from './progress.ts'
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
storesContract('MongoDB', newDatabase, openMongoStores)

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

test('castings that an older release has written are counted, once', async () => {
  const uri = newDatabase()
  const { client, db } = await openMongo(uri)
  await db.collection('scripts').createIndex({ ownerId: 1, uploadedAt: -1, _id: -1 }, { name: 'list' })
  const store = await openMongoStores(uri)
  try {
    await store.scripts.insert(script('a'))
    const old = {
      assignments: [
        { character: 'BOB', voiceId: 'v' },
        { character: 'MRS. $LANE', voiceId: 'w' },
      ],
      narrationVoiceId: 'n',
    }
    await db.collection<{ _id: string }>('scripts').updateOne({ _id: 'a' }, { $set: { casting: old } })
    const listed = async () => (await store.scripts.list('ada', { limit: 1 }))[0]?.castCount
    expect([await listed(), await listed()]).toEqual([3, 3])
    const kept = await db.collection<ScriptDocument>('scripts').findOne({ _id: 'a' })
    expect(kept?.casting?.count).toBe(3)
    expect((await store.scripts.find('a', ['casting']))?.casting).not.toHaveProperty('count')
  } finally {
    await store.close()
    await client.close()
  }
})

test('product §10: what a process left that died after a closed account was erased is erased again', async () => {
  const uri = newDatabase()
  const { client, db } = await openMongo(uri)
  const { accounts, close } = await openMongoStores(uri)
  try {
    const ada = { uid: 'ada', requestId: 'r' }
    const [erased, settled] = [new Date(1_000_000), new Date(1_000_000 + SETTLED_MS)]
    await accounts.close(ada, new Date(0))
    await accounts.finish('ada', erased)
    expect(await accounts.unfinished(new Date(settled.getTime() - 1), 9)).toEqual([])
    expect(await accounts.unfinished(settled, 9)).toEqual([ada])
    await accounts.finish('ada', settled)
    expect(await accounts.unfinished(new Date(settled.getTime() + SETTLED_MS), 9)).toEqual([])
    expect(await db.collection('closed_accounts').findOne({})).toEqual({
      _id: expect.any(String),
      closedAt: settled,
    })
  } finally {
    await close()
    await client.close()
  }
})

test('product §10: a place that is saved while its script and all places are removed does not stay', async () => {
  const uri = newDatabase()
  const { client, db } = await openMongo(uri)
  const stores = await openMongoStores(uri)
  try {
    await stores.scripts.insert(script('a'))
    // Both go between the look at the script and the write of the place.
    const meanwhile = async () => {
      await stores.scripts.remove('a', 'r')
      await stores.progress.removeOf('ada')
    }
    await mongoProgress(beforeCall(db, 'progress', 'updateOne', meanwhile)).save('ada', 'a', {
      lastPlayedLineIndex: 1,
      lastUpdated: new Date(),
    })
    expect(await db.collection('progress').countDocuments()).toBe(0)
  } finally {
    await stores.close()
    await client.close()
  }
})

test('a page counts only for the line it was kept with, whatever an older release changes beside', async () => {
  const uri = newDatabase()
  const { client, db } = await openMongo(uri)
  const stores = await openMongoStores(uri)
  try {
    await stores.scripts.insert(script('a'))
    const lastUpdated = new Date(1_000)
    await stores.progress.save('ada', 'a', { lastPlayedLineIndex: 21, page: 2, lastUpdated })
    expect(await stores.progress.find('ada', 'a')).toMatchObject({ page: 2 })
    await db.collection('progress').updateOne({}, { $set: { lastPlayedLineIndex: 41 } })
    const listed = async () => (await stores.scripts.list('ada', { limit: 1 }))[0]?.lastPlayed
    expect(await listed()).toEqual({ lastPlayedLineIndex: 41, page: undefined, lastUpdated })
    await stores.progress.fillPage('ada', 'a', 41, 3)
    expect(await listed()).toMatchObject({ page: 3 })
  } finally {
    await stores.close()
    await client.close()
  }
})

test('product §11: how far an older release has saved counts, also of one that runs beside', async () => {
  const uri = newDatabase()
  const { client, db } = await openMongo(uri)
  const { scripts, progress, close } = await openMongoStores(uri)
  try {
    await scripts.insert(script('a'))
    const save = (line: number) =>
      progress.save('ada', 'a', { lastPlayedLineIndex: line, lastUpdated: new Date(line) })
    const furthest = async () => (await progress.hearings('a')).map((one) => one.furthestLineIndex)
    await save(3)
    await db
      .collection('progress')
      .updateOne({}, { $set: { lastPlayedLineIndex: 41 }, $unset: { furthest: '' } })
    expect(await furthest()).toEqual([41])
    await save(5)
    expect(await furthest()).toEqual([41])
    await db.collection('progress').updateOne({}, { $set: { lastPlayedLineIndex: 60 } })
    expect(await furthest()).toEqual([60])
  } finally {
    await close()
    await client.close()
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

test('architecture §4: processes that start together share the indexes', async () => {
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
