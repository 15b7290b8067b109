// npm run restore -- FILE [--replace | --check]: a backup into an empty DATA_DIR, or in the place of what is there.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { verifyArchive } from '../backup/archive-reader.ts'
import { describeParts } from '../backup/report.ts'
import { restoreBackup } from '../backup/restore.ts'
import { runOnce } from '../backup/run-once.ts'
import { readSettings } from '../settings.ts'

const USAGE = `npm run restore -- FILE             # into an empty DATA_DIR
npm run restore -- FILE --replace   # what is there is moved aside
npm run restore -- FILE --check     # reads it to its end and changes nothing`

await runOnce(async (args) => {
  const { values, positionals } = parseArgs({
    args,
    options: { replace: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [file, ...more] = positionals
  if (!file || more.length > 0) return USAGE
  const archive = path.resolve(process.env['INIT_CWD'] ?? '', file)
  if (values.check) {
    const { madeAt, parts } = await verifyArchive(archive)
    process.stdout.write(`${archive} is whole: made ${madeAt}, ${describeParts(parts)}.\n`)
    return undefined
  }
  const { dataDir } = readSettings(process.env)
  const { manifest, former, resumed } = await restoreBackup({
    env: process.env,
    dataDir,
    file: archive,
    replace: values.replace,
  })
  if (resumed) process.stdout.write('A restore of it had been interrupted: it was begun anew.\n')
  process.stdout.write(`Restored as of ${manifest.madeAt}: ${describeParts(manifest.parts)}.\n`)
  if (former) process.stdout.write(`What was there before is in ${former}: remove it once all is well.\n`)
  process.stdout.write('Start the platform: it takes up what was under way by itself.\n')
  return undefined
})
