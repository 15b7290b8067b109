import { examineData, formatFindings } from '../backup/examine.ts'
import { runOnce } from '../backup/run-once.ts'
import { readSettings } from '../settings.ts'

await runOnce('doctor', async ({ values }) => {
  const { dataDir } = readSettings(process.env)
  const repair = values['repair'] === true
  const found = await examineData({ env: process.env, dataDir, repair })
  const left = found.reduce((sum, one) => sum + one.found - one.repaired, 0)
  const advice = repair
    ? 'Restore the rest from a backup.'
    : 'npm run doctor -- --repair repairs what can be repaired.'
  process.stdout.write(`${formatFindings(found)}\n\n${left === 0 ? 'No problems left.' : advice}\n`)
  process.exitCode = left === 0 ? 0 : 1
})
