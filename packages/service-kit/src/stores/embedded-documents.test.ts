import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { COLLECTIONS, documentsContract } from './documents.contract.ts'
import { openEmbeddedDocuments } from './embedded-documents.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())
const open = (file = join(folder.path, `${randomUUID()}.sqlite`)) => {
  const opened = openEmbeddedDocuments(file, [], COLLECTIONS)
  onTestFinished(() => opened.close())
  return { ...opened, path: file }
}
documentsContract('SQLite', async () => open().db)

test('takes no lock for a call that changes nothing, or when opened again', async () => {
  const { db, path, file } = open()
  const things = db.collection<{ _id: string; n: number }>('things')
  await things.createIndex({ n: 1 })
  await things.insertOne({ _id: 'a', n: 1 })
  file.exec('BEGIN IMMEDIATE')
  const other = open(path)
  other.file.exec('PRAGMA busy_timeout = 0')
  const same = other.db.collection<{ _id: string; n: number }>('things')
  await same.createIndex({ n: 1 })
  expect(await same.deleteMany({ n: 2 })).toEqual({ deletedCount: 0 })
  expect(await same.updateOne({ n: 2 }, { $set: { n: 3 } })).toMatchObject({ matchedCount: 0 })
  await expect(same.deleteOne({ n: 1 })).rejects.toThrow('locked')
  file.exec('COMMIT')
})

test('inserts several documents together or none of them', async () => {
  const { db } = open()
  const things = db.collection<{ _id: string; long?: string }>('things')
  await expect(things.insertMany([{ _id: 'a', long: 'x' }, { _id: 'a' }])).rejects.toThrow('UNIQUE')
  expect(await things.countDocuments()).toBe(0)
})

test('throws for an undeclared collection and an unknown operator', async () => {
  const { db } = open()
  expect(() => db.collection('others')).toThrow('others is not listed')
  const things = db.collection('things')
  await expect(things.countDocuments({ n: { $mod: [2, 0] } })).rejects.toThrow('$mod')
  await things.insertOne({})
  await expect(things.updateOne({}, { $mul: { n: 2 } })).rejects.toThrow('$mul')
  await expect(things.countDocuments({ 'a"b': 1 })).rejects.toThrow('no path')
  await expect(things.countDocuments({ "tags.a'b": 1 })).rejects.toThrow('no path')
  await expect(things.countDocuments({ n: { $in: [1, null] } })).rejects.toThrow('$in')
  await expect(things.countDocuments({ 'cast.names': 'MARA' })).rejects.toThrow('stored apart')
})
