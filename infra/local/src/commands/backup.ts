// npm run backup -- FILE: all that the platform keeps, into one file, while it runs or not.
import path from 'node:path'
import { makeBackup } from '../backup/backup.ts'
import { describeParts, inMegabytes } from '../backup/report.ts'
import { runOnce } from '../backup/run-once.ts'
import { readSettings } from '../settings.ts'

const USAGE = 'npm run backup -- FILE   # such as ../backups/2026-11-25.andscene'

await runOnce(async (args, signal) => {
  const [file, ...more] = args
  if (!file || more.length > 0 || file.startsWith('-')) return USAGE
  const { dataDir } = readSettings(process.env)
  const target = path.resolve(process.env['INIT_CWD'] ?? '', file)
  const began = performance.now()
  const { bytes, parts, leftOut, accounts } = await makeBackup({
    env: process.env,
    dataDir,
    file: target,
    signal,
  })
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  process.stdout.write(
    `${describeParts(parts)}${accounts ? ', accounts' : ''}: ${inMegabytes(bytes)} in ${seconds} s.\n${target}\n`,
  )
  if (leftOut > 0)
    process.stdout.write(
      `${leftOut} clips went or could not be read meanwhile; they are made again when needed.\n`,
    )
  if (accounts)
    process.stdout.write('The passwords of its accounts can be read in it: keep it as you keep DATA_DIR.\n')
  return undefined
})
