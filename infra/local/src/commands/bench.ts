// npm run bench -- <name> [arguments]: runs bench/src/<name>.ts.
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { runStep, stopWithSignals } from '../checks/run-step.ts'
import { ROOT } from '../paths.ts'

const folder = path.join(ROOT, 'bench/src')
const [name = '', ...args] = process.argv.slice(2)
const file = path.join(folder, `${name}.ts`)
if (!/^[a-z][a-z0-9-]*$/.test(name) || !existsSync(file)) {
  const names = globSync('*.ts', { cwd: folder }).map((found) => path.basename(found, '.ts'))
  process.stderr.write(`Which benchmark? npm run bench -- <${names.sort().join('|')}>\n`)
  process.exit(1)
}
stopWithSignals()
const { failed } = await runStep(() => ({
  name: `Benchmark ${name}`,
  program: process.execPath,
  args: [file, ...args],
}))
process.exit(failed === 0 ? 0 : 1)
