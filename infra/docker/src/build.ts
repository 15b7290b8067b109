// npm run images [-- --base registry|local] [KIND…]: builds the platform's images and prints their sizes.
import { OperatorError } from '@andscene/service-kit/operator-error'
import { parseArgs } from 'node:util'
import { openEngine } from './engine.ts'
import { buildImages, KINDS, printSizes } from './images.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
try {
  const { values, positionals } = parseArgs({
    options: { base: { type: 'string', default: 'registry' } },
    allowPositionals: true,
  })
  const engine = await openEngine(values.base, say)
  printSizes(await buildImages(engine, positionals.length > 0 ? positionals : KINDS, say))
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(error.exitCode)
}
