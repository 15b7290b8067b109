// npm run chaos [-- --only NAME,NAME] [--log FILE]: faults on real processes, and what became of requests and clips.
import path from 'node:path'
import { runProgram } from '../run-program.ts'
import { ROOT } from '../paths.ts'

runProgram(path.join(ROOT, 'infra/chaos/src/main.ts'))
