import type { Filter, UpdateFilter } from 'mongodb'
import { beforeEach, describe, expect, test } from 'vitest'
import { ABSENT, insertOnce, type DocumentDb, type Order } from './documents.ts'

type Change = { by: string; at: Date; to?: number }
type Thing = {
  _id: string
  n?: number | null
  text?: string
  at?: Date
  part?: { a?: number; b?: { c: string } }
  changes?: Change[]
  tags?: string[]
  bytes?: Uint8Array
  long?: string
  cast?: { count: number; names?: string[] }
}

const day = (n: number) => new Date(Date.UTC(2026, 0, n))
const THINGS: Thing[] = [
  { _id: 'a', n: 1, text: 'x', at: day(1), part: { a: 1, b: { c: 'deep' } }, tags: ['red', 'blue'] },
  { _id: 'b', n: 2, text: '\uFFFFx', at: day(2), changes: [{ by: 'eve', at: day(3), to: 1 }] },
  {
    _id: 'c',
    n: null,
    text: '2026-01-01T00:00:00.000Z',
    changes: [
      { by: 'ada', at: day(1) },
      { by: 'bob', at: day(2) },
    ],
  },
  { _id: 'd', text: 'y', at: new Date(8.64e15), part: {} },
]
/** Needed by the embedded driver. */
export const COLLECTIONS = {
  things: { apart: ['bytes', 'long', 'cast.names', 'changes'], arrays: ['changes', 'tags'] },
  notes: {},
}

/** Tests the parts of MongoDB's interface that services use (decision 0077). */
export function documentsContract(name: string, open: () => Promise<DocumentDb>): void {
  describe(`documents on ${name}`, () => {
    let db: DocumentDb
    const things = () => db.collection<Thing>('things')
    const find = (_id: string) => things().findOne({ _id })
    const idsOf = async (filter: Filter<Thing>) =>
      (
        await things()
          .find(filter, { projection: { _id: 1 } })
          .sort({ _id: 1 })
          .toArray()
      ).map(({ _id }) => _id)
    const idsBy = async (order: Order, skip = 0, limit = 9) => {
      const found = things().find({}, { projection: { at: 1 } })
      const page = await found.sort(order).skip(skip).limit(limit).toArray()
      return page.map(({ _id }) => _id).join('')
    }
    beforeEach(async () => {
      db = await open()
      await things().insertMany(THINGS)
    })

    test.each<[Filter<Thing>, string]>([
      [{}, 'abcd'],
      [{ _id: 'a' }, 'a'],
      [{ _id: { $gt: 'a', $lte: 'c' } }, 'bc'],
      [{ _id: { $in: ['d', 'a', 'none'] } }, 'ad'],
      [{ _id: { $in: [] } }, ''],
      [{ n: 1 }, 'a'],
      [{ n: null }, 'cd'],
      [{ n: { $ne: 1 } }, 'bcd'],
      [{ n: { $ne: null } }, 'ab'],
      [{ n: { $in: [1, 2] } }, 'ab'],
      [{ n: { $exists: true } }, 'abc'],
      [{ n: { $exists: false } }, 'd'],
      [{ n: { $exists: true, $ne: 1 } }, 'bc'],
      [{ n: { $lt: 2 } }, 'a'],
      [{ n: { $gte: 1 } }, 'ab'],
      // Ranges match values of one type only.
      [{ text: { $gte: 3 as never } }, ''],
      [{ text: { $lt: 'x' } }, 'c'],
      [{ text: { $gt: 'w' } }, 'abd'],
      [{ text: '\uFFFFx' }, 'b'],
      [{ text: { $lt: day(9) as never } }, ''],
      [{ at: day(2) }, 'b'],
      [{ at: { $lt: day(2) } }, 'a'],
      [{ at: { $gte: day(2) } }, 'bd'],
      [{ at: { $in: [day(1), day(2)] } }, 'ab'],
      [{ at: { $gt: 'a' as never } }, ''],
      [{ 'part.b.c': 'deep' }, 'a'],
      [{ 'part.a': null }, 'bcd'],
      [{ part: { $exists: true } }, 'ad'],
      [{ tags: 'blue' }, 'a'],
      [{ tags: { $in: ['blue', 'green'] } }, 'a'],
      [{ 'changes.by': 'bob' }, 'c'],
      [{ 'changes.by': { $in: ['eve', 'ada'] } }, 'bc'],
      [{ 'changes.to': 1 }, 'b'],
      [{ changes: { $exists: true } }, 'bc'],
      [{ long: { $exists: true } }, ''],
      [{ n: 2, at: day(1) }, ''],
      [{ $or: [{ n: 1 }, { at: { $gt: day(5) }, text: 'y' }] }, 'ad'],
      [{ _id: { $ne: 'a' }, $or: [{ n: 1 }, { n: 2 }] }, 'b'],
    ])('finds by %j', async (filter, ids) => {
      expect((await idsOf(filter)).join('')).toBe(ids)
      expect(await things().countDocuments(filter)).toBe(ids.length)
    })

    test('sorts by several fields, missing ones first, and pages', async () => {
      expect(await idsBy({ n: 1, _id: -1 })).toBe('dcab')
      expect(await idsBy({ at: -1 })).toBe('dbac')
      expect(await idsBy({ at: 1 }, 1, 2)).toBe('ab')
      expect(await idsBy({ text: 1 })).toBe('cadb')
    })

    test('reads whole documents, a part of them, or one after the other', async () => {
      for (const thing of THINGS) expect(await find(thing._id)).toEqual(thing)
      expect(await things().findOne({ _id: 'a' }, { projection: { 'part.b': 1, n: 1 } })).toEqual({
        _id: 'a',
        n: 1,
        part: { b: { c: 'deep' } },
      })
      expect(await things().findOne({ _id: 'd' }, { projection: { _id: 0, text: 1 } })).toEqual({ text: 'y' })
      expect(await things().findOne({ _id: 'none' })).toBeNull()
      const seen: string[] = []
      for await (const { _id } of things()
        .find({ n: { $ne: 1 } })
        .sort({ _id: -1 })) {
        seen.push(_id)
        await things().deleteOne({ _id })
      }
      expect(seen).toEqual(['d', 'c', 'b'])
    })

    test('stores bytes and long values, and keeps them unchanged when other fields change', async () => {
      const cast = { count: 1, names: ['MARA'] }
      const whole = { _id: 'z', bytes: Buffer.from([0, 255]), long: '"x"\uFFFF', cast }
      await things().insertOne(whole)
      await things().updateOne({ _id: 'z' }, { $set: { n: 1, 'cast.count': 2 } })
      expect(await find('z')).toEqual({ ...whole, n: 1, cast: { ...cast, count: 2 } })
      expect(await things().findOne({ _id: 'z' }, { projection: { 'cast.count': 1, bytes: 1 } })).toEqual({
        _id: 'z',
        bytes: whole.bytes,
        cast: { count: 2 },
      })
      expect(await idsOf({ long: { $exists: true } })).toEqual(['z'])
      await things().updateOne({ _id: 'z' }, { $set: { cast: { count: 0 } }, $unset: { long: '' } })
      expect(await find('z')).toEqual({ _id: 'z', bytes: whole.bytes, n: 1, cast: { count: 0 } })
      await things().deleteOne({ _id: 'z' })
      await things().insertOne({ _id: 'z' })
      expect(await find('z')).toEqual({ _id: 'z' })
    })

    test('generates an id, and omits undefined fields', async () => {
      const notes = db.collection<{ text: string; at?: Date | undefined }>('notes')
      const first = await notes.insertOne({ text: 'x', at: undefined }, ABSENT)
      await notes.insertOne({ text: 'y' })
      expect(await notes.findOne({ _id: first.insertedId })).toEqual({ _id: first.insertedId, text: 'x' })
      const newest = await notes.find().sort({ _id: -1 }).toArray()
      expect(newest.map(({ text }) => text)).toEqual(['y', 'x'])
    })

    test.each<[string, UpdateFilter<Thing>, Partial<Thing>]>([
      ['a', { $set: { text: 'new', 'part.a': 2 } }, { text: 'new', part: { a: 2, b: { c: 'deep' } } }],
      ['a', { $unset: { 'part.b': '', n: '' } }, { part: { a: 1 } }],
      ['a', { $inc: { n: 2 } }, { n: 3 }],
      ['d', { $inc: { n: 2 } }, { n: 2 }],
      ['a', { $max: { n: 0, at: day(5) } }, { n: 1, at: day(5) }],
      ['d', { $max: { n: -1 } }, { n: -1 }],
      ['d', { $set: { 'part.b.c': 'made' } }, { part: { b: { c: 'made' } } }],
    ])('updates %s with %j', async (_id, update, expected) => {
      expect(await things().updateOne({ _id }, update)).toMatchObject({ matchedCount: 1, modifiedCount: 1 })
      expect(await find(_id)).toMatchObject(expected)
      expect(Object.keys((await find(_id))!)).toEqual(expect.arrayContaining(Object.keys(expected)))
    })

    test('updates many, none, or only documents with the expected values', async () => {
      expect(await things().updateMany({ n: { $gte: 1 } }, { $set: { text: 'same' } })).toMatchObject({
        matchedCount: 2,
      })
      expect(await things().countDocuments({ text: 'same' })).toBe(2)
      const taken = { $set: { n: 9 } }
      expect(await things().updateOne({ _id: 'a', n: 1 }, taken)).toMatchObject({ matchedCount: 1 })
      expect(await things().updateOne({ _id: 'a', n: 1 }, taken)).toMatchObject({ matchedCount: 0 })
    })

    test('upserts with an update or a replacement', async () => {
      const upsert = { upsert: true }
      await things().updateOne({ _id: 'e', text: 'key' }, { $set: { n: 5 }, $max: { 'part.a': 1 } }, upsert)
      expect(await find('e')).toEqual({ _id: 'e', text: 'key', n: 5, part: { a: 1 } })
      await things().updateOne({ _id: 'e' }, { $inc: { n: 1 } }, upsert)
      expect(await find('e')).toMatchObject({ n: 6 })
      expect(await things().replaceOne({ _id: 'e' }, { long: 'x' })).toMatchObject({ matchedCount: 1 })
      expect(await find('e')).toEqual({ _id: 'e', long: 'x' })
      await things().replaceOne({ _id: 'e' }, { n: 1 }, upsert)
      await things().replaceOne({ _id: 'f' }, { n: 2 }, upsert)
      expect([await find('e'), await find('f')]).toEqual([
        { _id: 'e', n: 1 },
        { _id: 'f', n: 2 },
      ])
      expect(await things().replaceOne({ _id: 'g' }, { n: 2 })).toMatchObject({ matchedCount: 0 })
    })

    test('deletes one or many', async () => {
      expect(await things().deleteOne({ n: { $exists: true } })).toMatchObject({ deletedCount: 1 })
      expect(await things().deleteMany({ _id: { $in: ['b', 'c'] } })).toMatchObject({ deletedCount: 2 })
      expect(await things().deleteMany({ _id: 'b' })).toMatchObject({ deletedCount: 0 })
      expect(await idsOf({})).toEqual(['d'])
    })

    test('rejects a second document with the same id or unique key, also as one of several', async () => {
      await things().createIndex({ text: 1, n: -1 }, { unique: true, name: 'once' })
      await things().createIndex({ text: 1, n: -1 }, { unique: true, name: 'once' })
      await things().createIndex({ 'changes.by': 1 }, { sparse: true })
      await things().createIndex({ at: -1, tags: 1 })
      expect(await insertOnce(things(), { _id: 'e', text: 'x', n: 1 })).toBe(false)
      expect(await insertOnce(things(), { _id: 'a', text: 'other' })).toBe(false)
      expect(await insertOnce(things(), { _id: 'e', text: 'x', n: 2 })).toBe(true)
      // Not every server reports this error for the collision of an update.
      await expect(things().updateOne({ _id: 'e' }, { $set: { n: 1 } })).rejects.toBeInstanceOf(Error)
      expect(await find('e')).toMatchObject({ n: 2 })
      expect(await idsOf({ at: day(1), tags: 'red' })).toEqual(['a'])
    })
  })
}
