// npm run images [-- --base local] [KIND…]: builds the images of infra/docker and prints their sizes.
import path from 'node:path'
import { runProgram } from '../run-program.ts'
import { ROOT } from '../paths.ts'

runProgram(path.join(ROOT, 'infra/docker/src/build.ts'))
