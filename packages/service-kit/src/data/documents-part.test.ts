import type { Document } from 'mongodb'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { DocumentCollection } from '../stores/documents.ts'
import { openEmbeddedDocuments } from '../stores/embedded-documents.ts'
import { copyAll, insertAll } from './documents-part.ts'

const DOCUMENT = { _id: '7', text: 'x', at: new Date(5), list: [{ a: 1 }, null], file: Buffer.from([0, 255]) }
let from: DocumentCollection
let to: DocumentCollection
beforeEach(async () => {
  const folder = await temporaryFolder('andscene-documents')
  const [one, other] = ['one', 'other'].map((name) =>
    openEmbeddedDocuments(path.join(folder.path, name), [], { some: { apart: ['file'] } }),
  ) as [ReturnType<typeof openEmbeddedDocuments>, ReturnType<typeof openEmbeddedDocuments>]
  from = one.db.collection('some')
  to = other.db.collection('some')
  return async () => {
    for (const opened of [one, other]) await opened.close()
    await folder.remove()
  }
})

test('decision 0060: copies all documents, whatever their number and kinds of values', async () => {
  await from.insertOne(DOCUMENT as never)
  await from.insertMany(Array.from({ length: 1_200 }, (_, n) => ({ n })))
  await insertAll(from, to, 'some')
  expect(await to.find().sort({ _id: 1 }).toArray()).toEqual(await from.find().sort({ _id: 1 }).toArray())
})

test('a document that was removed and added again while a server is read is copied once', async () => {
  for (const [_id, n] of [
    ['old', 1],
    ['new', 1],
    ['other', 2],
  ] as const)
    await from.insertOne({ _id: _id as never, n, file: Buffer.from(_id) })
  await to.createIndex({ n: 1 }, { unique: true })
  await copyAll(from, to)
  expect((await to.find().sort({ n: 1 }).toArray()).map(({ _id }) => _id)).toEqual(['new', 'other'])
})

test.each<[string, (document: Document) => Document[], string]>([
  ['another text', (document) => [{ ...document, text: 'X' }], 'text'],
  ['a date as text', (document) => [{ ...document, at: '1970-01-01T00:00:00.005Z' }], 'at'],
  ['another byte', (document) => [{ ...document, file: Buffer.from([0, 254]) }], 'file'],
  ['a field within a list', (document) => [{ ...document, list: [{ a: 2 }, null] }], 'list'],
  ['no such field', ({ text: _text, ...document }) => [document], 'text'],
  ['a field more', (document) => [{ ...document, more: null }], 'more'],
  ['no document', () => [], '_id'],
])(
  'decision 0060: a document that is stored as %s is found when it is read back',
  async (_what, change, field) => {
    await from.insertOne(DOCUMENT as never)
    const lossy: Pick<DocumentCollection, 'find' | 'insertMany'> = {
      find: (...args) => to.find(...args),
      insertMany: (documents) => to.insertMany(documents.flatMap(change) as never),
    }
    await expect(insertAll(from, lossy, 'some')).rejects.toThrow(
      `what is in MongoDB is not what was written: some, document 7, ${field}`,
    )
  },
)
