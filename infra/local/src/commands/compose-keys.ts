// npm run compose:keys [-- --demo]: the keys that infra/compose/compose.yaml asks for.
import path from 'node:path'
import { runProgram } from '../run-program.ts'
import { ROOT } from '../paths.ts'

runProgram(path.join(ROOT, 'infra/compose/src/make-keys.ts'))
