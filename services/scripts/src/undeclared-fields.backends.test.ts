import { rowsOfServer } from '@andscene/testing/stored-rows'
import { openMongoStores } from './store/mongo/open-mongo-stores.ts'
import { openHarness } from './testing/harness.ts'
import { fileMongo } from './testing/mongo.ts'
import { undeclaredFieldsContract } from './testing/undeclared-fields.contract.ts'

const { newDatabase } = await fileMongo()
undeclaredFieldsContract('MongoDB', async () => {
  const uri = newDatabase()
  const harness = await openHarness({ stores: await openMongoStores(uri) })
  return { harness, rows: () => rowsOfServer(uri), close: () => harness.close() }
})
