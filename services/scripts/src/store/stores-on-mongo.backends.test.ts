import { StoreUnavailable } from '@andscene/service-kit/stores/store-unavailable'
import { expect, test } from 'vitest'
import { fileMongo, onServer } from '../testing/mongo.ts'
import { script } from '../testing/new-script.ts'
import { SETTLED_MS } from './documents/accounts.ts'
import { storesContract } from './contract/stores.contract.ts'

const { newDatabase, open, openTapped } = await fileMongo()
storesContract('MongoDB', newDatabase, onServer)

test('product §10: every write uses majority write concern, so that acknowledged data survives its server', async () => {
  const { tap, stores } = await openTapped()
  tap.sent()
  await stores.preferences.change('ada', { skippedLineTypes: ['Action'] })
  expect(tap.sent()).toMatch(/update[^]*writeConcern[^]*majority/)
  await stores.scripts.insert(script('a'))
  expect(tap.sent()).toMatch(/insert[^]*writeConcern[^]*majority/)
})

test('product §12: new notes of all scripts in a library are counted with two queries', async () => {
  const { tap, stores } = await openTapped()
  const ids = Array.from({ length: 20 }, (_, n) => `s${n}`)
  for (const id of ids) await stores.scripts.insert(script(id))
  await stores.noteReads.add('ada', 's1', { version: 1 })
  tap.sent()
  await stores.noteReads.countsNew('ada', ids)
  const queries = [...tap.sent().matchAll(/find\0[^]{4}(\w+)\0/g)].map(([, collection]) => collection)
  expect(queries).toEqual(['note_reads', 'notes'])
})

test('product §10: data that a dying process wrote after a closed account was erased is erased again', async () => {
  const { db, stores } = await open()
  const { accounts } = stores
  const ada = { uid: 'ada', requestId: 'r' }
  const [erased, settled] = [new Date(1_000_000), new Date(1_000_000 + SETTLED_MS)]
  await accounts.close(ada, new Date(0))
  await accounts.finish('ada', erased)
  expect(await accounts.unfinished(new Date(settled.getTime() - 1), 9)).toEqual([])
  expect(await accounts.unfinished(settled, 9)).toEqual([{ ...ada, dueAt: settled }])
  await accounts.finish('ada', settled)
  expect(await accounts.unfinished(new Date(settled.getTime() + SETTLED_MS), 9)).toEqual([])
  const row = await db.collection('closed_accounts').findOne({})
  expect(row).toEqual({ _id: expect.any(String), closedAt: settled })
})

test('architecture §4: processes that start together create the indexes once', async () => {
  const uri = newDatabase()
  const stores = await Promise.all([onServer(uri), onServer(uri), onServer(uri)])
  await Promise.all(stores.map((store) => expect(store.ping()).resolves.toBeUndefined()))
  await Promise.all(stores.map((store) => store.close()))
})

test(
  'architecture §4: throws StoreUnavailable when the connection to the server is lost',
  { timeout: 60_000 },
  async () => {
    const { tap, stores } = await openTapped()
    await stores.scripts.insert(script('a'))
    tap.shut()
    await expect(stores.scripts.find('a', [])).rejects.toThrow(StoreUnavailable)
    await expect(stores.preferences.change('ada', { skippedLineTypes: [] })).rejects.toThrow(StoreUnavailable)
  },
)
