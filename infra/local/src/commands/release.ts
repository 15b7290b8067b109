// npm run release -- build|publish|list|preview|switch|rollback NAME [VERSION]: versions of one remote, while the platform runs.
import path from 'node:path'
import { runProgram } from '../run-program.ts'
import { ROOT } from '../paths.ts'

runProgram(path.join(ROOT, 'infra/releases/src/main.ts'))
