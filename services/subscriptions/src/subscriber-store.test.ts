import { openSqlite } from '@andscene/service-kit/stores/sqlite'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { documentsOf, openStore, type SubscriberStore } from './subscriber-store.ts'
import { collect } from './testing/collect.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())
let count = 0
const newPlace = () => ({ DATA_DIR: join(folder.path, `${(count += 1)}`) })
let store: SubscriberStore
beforeEach(async () => {
  store = await openStore(newPlace())
  return () => store.close()
})
const subscribedAt = new Date('2026-01-02T03:04:05Z')
const subscriber = { email: 'a@example.com', source: 'landing-page', subscribedAt }

test('stores a sign-up', async () => {
  expect(await store.add(subscriber)).toBe(true)
  expect(await collect(store)).toEqual([subscriber])
})

test('keeps the first sign-up of an address only', async () => {
  await store.add(subscriber)
  expect(await store.add({ ...subscriber, source: 'other', subscribedAt: new Date() })).toBe(false)
  expect(await collect(store)).toEqual([subscriber])
})

test('ten concurrent sign-ups of one address make one', async () => {
  const added = await Promise.all(Array.from({ length: 10 }, () => store.add(subscriber)))
  expect(added.filter(Boolean)).toHaveLength(1)
})

test('removes an address, which may sign up again', async () => {
  await store.add(subscriber)
  await store.add({ ...subscriber, email: 'b@example.com' })
  await store.remove(subscriber.email)
  await store.remove(subscriber.email)
  expect((await collect(store)).map(({ email }) => email)).toEqual(['b@example.com'])
  expect(await store.add(subscriber)).toBe(true)
})

test('lists oldest first', async () => {
  await store.add({
    ...subscriber,
    email: 'b@example.com',
    subscribedAt: new Date('2026-03-01T00:00:00Z'),
  })
  await store.add(subscriber)
  expect((await collect(store)).map(({ email }) => email)).toEqual(['a@example.com', 'b@example.com'])
})

test('reads the complete list of an older release, with each address once', async () => {
  const place = newPlace()
  const { file, migrations } = documentsOf(place)
  const old = openSqlite(file, migrations.slice(0, 1))
  old.exec(`INSERT INTO subscribers VALUES ('b@example.com', 'landing-page', '2026-01-02T03:04:05.678Z'),
    ('ä@example.com', 'x "y"', '2026-01-01T00:00:00.000Z')`)
  old.close()
  const opened = await openStore(place)
  onTestFinished(() => opened.close())
  const rows = [
    { email: 'ä@example.com', source: 'x "y"', subscribedAt: new Date('2026-01-01T00:00:00.000Z') },
    { email: 'b@example.com', source: 'landing-page', subscribedAt: new Date('2026-01-02T03:04:05.678Z') },
  ]
  expect(await collect(opened)).toEqual(rows)
  expect(await opened.add({ ...rows[1]!, source: 'again' })).toBe(false)
})
