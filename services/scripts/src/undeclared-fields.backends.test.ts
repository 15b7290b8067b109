import { startMongo } from '@andscene/testing/backends'
import { rowsOfServer } from '@andscene/testing/stored-rows'
import { openMongoStores } from './store/mongo/open-mongo-stores.ts'
import { openHarness } from './testing/harness.ts'
import { undeclaredFieldsContract } from './testing/undeclared-fields.contract.ts'

undeclaredFieldsContract('MongoDB', async () => {
  const mongo = await startMongo()
  const uri = new URL(mongo.uri)
  uri.pathname = '/undeclared'
  const stores = await openMongoStores(uri.href)
  const harness = await openHarness({ stores })
  const close = async () => {
    await harness.close()
    await mongo.stop()
  }
  return { harness, rows: () => rowsOfServer(uri.href), close }
})
