import { rowsOfFile } from '@andscene/testing/stored-rows'
import { join } from 'node:path'
import { openHarness } from './testing/harness.ts'
import { undeclaredFieldsContract } from './testing/undeclared-fields.contract.ts'

undeclaredFieldsContract('SQLite', async () => {
  const harness = await openHarness()
  const file = join(harness.environment.DATA_DIR, 'scripts.sqlite')
  return { harness, rows: async () => rowsOfFile(file), close: () => harness.close() }
})
