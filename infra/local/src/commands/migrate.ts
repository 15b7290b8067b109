import { OperatorError } from '@andscene/service-kit/operator-error'
import { moveToServers, formatMoved } from '../backup/move.ts'
import { formatMegabytes } from '../backup/manifest.ts'
import { fileOf, runOnce, type CommandLine } from '../backup/run-once.ts'
import { importCommand, writeAccounts } from '../identity/firebase-accounts.ts'
import { readSettings, type Environment } from '../settings.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

await runOnce('migrate', async ({ values }) => {
  const { dataDir } = readSettings(process.env)
  const { accounts, to } = values
  if (typeof accounts === 'string' && to === undefined) {
    const file = fileOf(accounts)
    const count = await writeAccounts(dataDir, file)
    say(
      `${count} accounts with their ids and hashed passwords in ${file}. Import them with\n${importCommand(file)}`,
    )
    return
  }
  const env = settingsOf(values)
  const dryRun = values['dry-run'] === true
  const moved = await moveToServers({ env, dataDir, dryRun, replace: values['replace'] === true, log: say })
  const bytes = formatMegabytes(moved.reduce((sum, part) => sum + part.bytes, 0))
  const leftOut = moved.reduce((sum, { counts }) => sum + counts.leftOut, 0)
  say(`\n${formatMoved(moved)}\n`)
  if (leftOut > 0) say(`${leftOut} clips cannot be read here; they are made again when needed.`)
  if (dryRun) say(`${bytes} would be moved. The servers are reachable and empty. Nothing was written.`)
  else say(`${bytes} moved; every row and clip was read back and is the same.\n${next(env, dataDir)}`)
})

function settingsOf({ to, s3, bucket, accounts }: CommandLine['values']): Environment {
  const isAddress = typeof to === 'string' && /^mongodb(\+srv)?:\/\//.test(to)
  if (accounts !== undefined || (to !== 'mongodb' && !isAddress))
    throw new OperatorError('Use either --to mongodb (or --to mongodb://HOST/DATABASE) or --accounts FILE.', {
      exitCode: 2,
    })
  return {
    ...process.env,
    ...(isAddress && { MONGODB_URI: to }),
    ...(typeof s3 === 'string' && { S3_ENDPOINT: s3 }),
    ...(typeof bucket === 'string' && { S3_BUCKET: bucket }),
  }
}

function next(env: Environment, dataDir: string): string {
  const clips = env['S3_ENDPOINT'] ? ', S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY and S3_BUCKET' : ''
  return `${dataDir} is unchanged. From now on always start the platform with MONGODB_URI${clips}: the data in ${dataDir} is no longer updated.
The accounts of the embedded identity stay in ${dataDir}/identity. Before you start with FIREBASE_PROJECT_ID, import them there,
because scripts belong to their ids: npm run migrate -- --accounts FILE (docs/how-to/move-to-servers.md).`
}
