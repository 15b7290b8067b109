import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { check, stopWithSignals } from '../checks/run-step.ts'
import { ROOT } from '../paths.ts'

const folder = path.join(ROOT, 'bench/src')
const [name = '', ...args] = process.argv.slice(2)
const isBenchmark = (file: string) =>
  readFileSync(path.join(folder, file), 'utf8').includes('await runParts(')
const names = globSync('*.ts', { cwd: folder })
  .filter(isBenchmark)
  .map((file) => path.basename(file, '.ts'))
if (!names.includes(name)) {
  process.stderr.write(`Unknown benchmark "${name}": use ${names.sort().join(', ')}.\n`)
  process.exit(2)
}
stopWithSignals()
const { failed } = await check({
  name: `Benchmark ${name}`,
  program: process.execPath,
  args: [path.join(folder, `${name}.ts`), ...args],
})()
process.exit(failed === 0 ? 0 : 1)
