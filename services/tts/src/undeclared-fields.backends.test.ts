import { startMongo, type MongoServer } from '@andscene/testing/backends'
import { rowsOfServer } from '@andscene/testing/stored-rows'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { undeclaredFieldsContract } from './testing/undeclared-fields.contract.ts'

let mongo: MongoServer
/** The database of the current test. */
let database: string
beforeAll(async () => {
  mongo = await startMongo()
})
afterAll(() => mongo?.stop())

undeclaredFieldsContract(
  'MongoDB',
  () => rowsOfServer(database),
  () => {
    const uri = new URL(mongo.uri)
    uri.pathname = `/t${randomUUID().slice(0, 8)}`
    database = uri.href
    return { MONGODB_URI: database }
  },
)
