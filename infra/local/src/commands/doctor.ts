// npm run doctor [-- --repair]: whether all that the platform keeps belongs together, while it runs or not.
import { parseArgs } from 'node:util'
import { examineData, tableOf } from '../backup/examine.ts'
import { runOnce } from '../backup/run-once.ts'
import { readSettings } from '../settings.ts'

await runOnce(async (args) => {
  const { values } = parseArgs({ args, options: { repair: { type: 'boolean', default: false } } })
  const { dataDir } = readSettings(process.env)
  const found = await examineData({ env: process.env, dataDir, repair: values.repair })
  const left = found.reduce((sum, one) => sum + one.found - one.repaired, 0)
  process.stdout.write(`${tableOf(found)}\n\n`)
  if (left === 0) process.stdout.write('All is well.\n')
  else if (values.repair) process.stdout.write('What is left can be restored from a backup.\n')
  else process.stdout.write('npm run doctor -- --repair mends what can be mended.\n')
  process.exitCode = left === 0 ? 0 : 1
  return undefined
})
