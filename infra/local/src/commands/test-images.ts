// npm run test:images [-- --base local]: the images and the whole of Compose, really built and run.
import path from 'node:path'
import { runProgram } from '../run-program.ts'
import { ROOT } from '../paths.ts'

runProgram(path.join(ROOT, 'infra/compose/src/check/main.ts'))
