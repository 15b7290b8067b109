import { startMongo } from '@andscene/testing/backends'
import { randomUUID } from 'node:crypto'
import { afterAll, onTestFinished } from 'vitest'
import { documentsContract } from './documents.contract.ts'
import { openMongoDocuments } from './mongo.ts'

const mongo = await startMongo()
afterAll(() => mongo.stop())
documentsContract('MongoDB', async () => {
  const uri = new URL(mongo.uri)
  uri.pathname = `/t${randomUUID().replaceAll('-', '')}`
  const { db, close } = await openMongoDocuments(uri.href)
  onTestFinished(close)
  return db
})
