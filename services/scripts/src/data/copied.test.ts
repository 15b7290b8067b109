import { expect, test } from 'vitest'
import { embeddedStores } from '../testing/fresh-stores.ts'
import { script } from '../testing/new-script.ts'
import { guest, link } from '../testing/new-share.ts'
import { repairCopy } from './copied.ts'

test('removes the guests of links that were added after the links were copied', async () => {
  const { db, stores } = await embeddedStores()
  await stores.scripts.insert(script('a'))
  await stores.shares.addLink(link('l'))
  for (const [id, linkId] of [
    ['g', 'l'],
    ['h', 'later'],
  ] as const)
    await db.collection<{ _id: string }>('share_guests').insertOne({ ...guest(id, { linkId }), _id: id })
  await repairCopy(db, db)
  const guests = await db.collection<{ _id: string }>('share_guests').find().toArray()
  expect(guests.map(({ _id }) => _id)).toEqual(['g'])
})
