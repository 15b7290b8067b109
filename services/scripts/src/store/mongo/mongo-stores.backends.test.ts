import { expect, test } from 'vitest'
import { StoreUnavailable } from '@andscene/service-kit/stores/store-unavailable'
import { beforeCall } from '../../testing/around-call.ts'
import { fileMongo } from '../../testing/mongo.ts'
import { script } from '../../testing/new-script.ts'
import { storesContract } from '../contract/stores.contract.ts'
import type { ScriptDocument } from './documents.ts'
import { SETTLED_MS } from '../account-store.ts'
import { mongoProgress } from './progress.ts'
import { openMongoStores } from './open-mongo-stores.ts'

const { newDatabase, open, openTapped } = await fileMongo()
storesContract('MongoDB', newDatabase, openMongoStores)

test('product §10: every write asks for a majority, so that what was acknowledged outlives its server', async () => {
  const { tap, stores } = await openTapped()
  tap.sent()
  await stores.preferences.change('ada', { skippedLineTypes: ['Action'] })
  expect(tap.sent()).toMatch(/update[^]*writeConcern[^]*majority/)
  await stores.scripts.insert(script('a'))
  expect(tap.sent()).toMatch(/insert[^]*writeConcern[^]*majority/)
})

test('castings that an older release has written are counted, once', async () => {
  const list = { ownerId: 1, uploadedAt: -1, _id: -1 } as const
  const { db, stores } = await open((old) => old.collection('scripts').createIndex(list, { name: 'list' }))
  const store = stores.scripts
  await store.insert(script('a'))
  const assignments = ['BOB', 'MRS. $LANE'].map((character) => ({ character, voiceId: 'v' }))
  const casting = { assignments, narrationVoiceId: 'n' }
  await db.collection<{ _id: string }>('scripts').updateOne({ _id: 'a' }, { $set: { casting } })
  const listed = async () => (await store.list('ada', { limit: 1 }))[0]?.castCount
  expect([await listed(), await listed()]).toEqual([3, 3])
  const kept = await db.collection<ScriptDocument>('scripts').findOne({ _id: 'a' })
  expect(kept?.casting?.count).toBe(3)
  expect((await store.find('a', ['casting']))?.casting).not.toHaveProperty('count')
})

test('product §10: what a process left that died after a closed account was erased is erased again', async () => {
  const { db, stores } = await open()
  const { accounts } = stores
  const ada = { uid: 'ada', requestId: 'r' }
  const [erased, settled] = [new Date(1_000_000), new Date(1_000_000 + SETTLED_MS)]
  await accounts.close(ada, new Date(0))
  await accounts.finish('ada', erased)
  expect(await accounts.unfinished(new Date(settled.getTime() - 1), 9)).toEqual([])
  expect(await accounts.unfinished(settled, 9)).toEqual([ada])
  await accounts.finish('ada', settled)
  expect(await accounts.unfinished(new Date(settled.getTime() + SETTLED_MS), 9)).toEqual([])
  const row = await db.collection('closed_accounts').findOne({})
  expect(row).toEqual({ _id: expect.any(String), closedAt: settled })
})

test('product §10: a place that is saved while its script and all places are removed does not stay', async () => {
  const { db, stores } = await open()
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
})

test('a page counts only for the line it was kept with, whatever an older release changes beside', async () => {
  const { db, stores } = await open()
  await stores.scripts.insert(script('a'))
  const lastUpdated = new Date(1_000)
  await stores.progress.save('ada', 'a', { lastPlayedLineIndex: 21, page: 2, lastUpdated })
  expect(await stores.progress.find('ada', 'a')).toMatchObject({ page: 2 })
  await db.collection('progress').updateOne({}, { $set: { lastPlayedLineIndex: 41 } })
  const listed = async () => (await stores.scripts.list('ada', { limit: 1 }))[0]?.lastPlayed
  expect(await listed()).toEqual({ lastPlayedLineIndex: 41, page: undefined, lastUpdated })
  await stores.progress.fillPage('ada', 'a', 41, 3)
  expect(await listed()).toMatchObject({ page: 3 })
})

test('product §11: how far an older release has saved counts, also of one that runs beside', async () => {
  const { db, stores } = await open()
  const { scripts, progress } = stores
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
  const { tap, stores } = await openTapped()
  await stores.scripts.insert(script('a'))
  tap.shut()
  await expect(stores.scripts.find('a', [])).rejects.toThrow(StoreUnavailable)
  await expect(stores.preferences.change('ada', { skippedLineTypes: [] })).rejects.toThrow(StoreUnavailable)
})
