import { rowsOfServer } from '@andscene/testing/stored-rows'
import { openHarness } from './testing/harness.ts'
import { fileMongo, onServer } from './testing/mongo.ts'
import { undeclaredFieldsContract } from './testing/undeclared-fields.contract.ts'

const { newDatabase } = await fileMongo()
undeclaredFieldsContract('MongoDB', async () => {
  const uri = newDatabase()
  const harness = await openHarness({ stores: await onServer(uri) })
  return { harness, rows: () => rowsOfServer(uri), close: () => harness.close() }
})
