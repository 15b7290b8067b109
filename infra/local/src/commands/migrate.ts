// npm run migrate -- --to mongodb: all that the embedded platform keeps, onto the servers that a distributed one works with.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { moveToServers, tableOfMoved } from '../backup/move.ts'
import { runOnce } from '../backup/run-once.ts'
import { inMegabytes } from '../backup/report.ts'
import { importCommand, writeAccounts } from '../identity/firebase-accounts.ts'
import { readSettings, type Environment } from '../settings.ts'

const USAGE = `npm run migrate -- --to mongodb             # to MONGODB_URI and, where it is set, S3_ENDPOINT
npm run migrate -- --to mongodb --dry-run   # counts, looks at the servers, writes nothing; beside a platform that runs
npm run migrate -- --to mongodb://HOST/DATABASE --s3 https://HOST --bucket NAME   # with S3_ACCESS_KEY and S3_SECRET_KEY
npm run migrate -- --accounts FILE         # the accounts of the embedded identity, for Firebase's import`

await runOnce(async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      to: { type: 'string' },
      s3: { type: 'string' },
      bucket: { type: 'string' },
      accounts: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
    },
  })
  const { dataDir } = readSettings(process.env)
  if (values.accounts !== undefined && values.to === undefined) {
    const file = path.resolve(process.env['INIT_CWD'] ?? '', values.accounts)
    const count = await writeAccounts(dataDir, file)
    process.stdout.write(
      `${count} accounts with their ids and hashed passwords in ${file}. Import them with\n${importCommand(file)}\n`,
    )
    return undefined
  }
  const env = settingsOf(values)
  if (!env || values.accounts !== undefined) return USAGE
  const dryRun = values['dry-run']
  const moved = await moveToServers({
    env,
    dataDir,
    dryRun,
    replace: values.replace,
    log: (line) => process.stdout.write(`${line}\n`),
  })
  const bytes = moved.reduce((sum, part) => sum + part.bytes, 0)
  const leftOut = moved.reduce((sum, { here }) => sum + (here.leftOut ?? 0), 0)
  process.stdout.write(`\n${tableOfMoved(moved)}\n\n`)
  if (leftOut > 0)
    process.stdout.write(`${leftOut} clips cannot be read here; they are made again when needed.\n`)
  process.stdout.write(
    dryRun
      ? `${inMegabytes(bytes)} would be moved. The servers are there and empty. Nothing was written.\n`
      : `${inMegabytes(bytes)} moved; every row and clip was read back and is the same.\n${next(env, dataDir)}`,
  )
  return undefined
})

type Given = { to?: string | undefined; s3?: string | undefined; bucket?: string | undefined }

/** Undefined when `to` is neither `mongodb` nor an address of it. */
function settingsOf({ to = '', s3, bucket }: Given): Environment | undefined {
  const isAddress = /^mongodb(\+srv)?:\/\//.test(to)
  if (to !== 'mongodb' && !isAddress) return undefined
  return {
    ...process.env,
    ...(isAddress && { MONGODB_URI: to }),
    ...(s3 !== undefined && { S3_ENDPOINT: s3 }),
    ...(bucket !== undefined && { S3_BUCKET: bucket }),
  }
}

function next(env: Environment, dataDir: string): string {
  return `${dataDir} is as it was. Start the platform with MONGODB_URI${
    env['S3_ENDPOINT'] ? ', S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY and S3_BUCKET' : ''
  } set, and from now on never without: what is in ${dataDir} is the past by then.
The accounts of the embedded identity stay in ${dataDir}/identity. With FIREBASE_PROJECT_ID import them there first, since
scripts belong to their ids: npm run migrate -- --accounts FILE (docs/how-to/move-to-servers.md).
`
}
