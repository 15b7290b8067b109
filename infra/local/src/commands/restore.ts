import { verifyArchive } from '../backup/archive-reader.ts'
import { describeParts } from '../backup/manifest.ts'
import { restoreBackup } from '../backup/restore.ts'
import { fileOf, runOnce } from '../backup/run-once.ts'
import { readSettings } from '../settings.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

await runOnce('restore', async ({ values, positionals }) => {
  const file = fileOf(positionals[0])
  if (values['check'] === true) {
    const { madeAt, parts } = await verifyArchive(file)
    say(`${file} is complete: made ${madeAt}, ${describeParts(parts)}.`)
    return
  }
  const { dataDir } = readSettings(process.env)
  const replace = values['replace'] === true
  const { manifest, former, resumed } = await restoreBackup({ env: process.env, dataDir, file, replace })
  if (resumed) say('An interrupted restore of this backup was started again.')
  say(`Restored as of ${manifest.madeAt}: ${describeParts(manifest.parts)}.`)
  if (former) say(`The former data is in ${former}: delete it when everything works.`)
  say('Start the platform: it resumes unfinished work automatically.')
})
