import { rowsOfFile } from '@andscene/testing/stored-rows'
import { join } from 'node:path'
import { undeclaredFieldsContract } from './testing/undeclared-fields.contract.ts'

undeclaredFieldsContract('SQLite', async ({ folder }) => rowsOfFile(join(folder, 'tts.sqlite')))
