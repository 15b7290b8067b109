import { makeBackup } from '../backup/backup.ts'
import { describeParts, formatMegabytes } from '../backup/manifest.ts'
import { fileOf, runOnce } from '../backup/run-once.ts'
import { readSettings } from '../settings.ts'

await runOnce('backup', async ({ positionals, signal }) => {
  const { dataDir } = readSettings(process.env)
  const file = fileOf(positionals[0])
  const began = performance.now()
  const { bytes, parts, leftOut, accounts } = await makeBackup({ env: process.env, dataDir, file, signal })
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  process.stdout.write(
    `${describeParts(parts)}${accounts ? ', accounts' : ''}: ${formatMegabytes(bytes)} in ${seconds} s.\n${file}\n`,
  )
  if (leftOut > 0)
    process.stdout.write(
      `${leftOut} clips were deleted or unreadable meanwhile; they are made again when needed.\n`,
    )
  if (accounts)
    process.stdout.write(
      'The file contains the passwords of the accounts: protect it as you protect DATA_DIR.\n',
    )
})
