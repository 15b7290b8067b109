import { readConfig } from '@andscene/service-kit/config'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Type } from '@andscene/contracts/schema/schema'
import { readOptions } from './command/options.ts'
import { run } from './command/run.ts'
import { FileReleaseStore } from './store/file-release-store.ts'
import { ReleasesConfig, openReleaseStore, releasesIn } from './store/open-release-store.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const Schema = Type.Object({
  ...ReleasesConfig.properties,
  DATA_DIR: Type.String({ default: path.join(ROOT, '.data') }),
  PUBLIC_ORIGIN: Type.String({ default: '' }),
})

/** The platform that runs on this machine, as recorded by its launcher. */
function runningAt(dataDir: string): string {
  try {
    return (JSON.parse(readFileSync(path.join(dataDir, 'platform.json'), 'utf8')) as { origin: string })
      .origin
  } catch {
    throw new OperatorError('No platform runs here: start it, or name its address by --origin.')
  }
}

try {
  const options = readOptions(process.argv.slice(2))
  const variables = readConfig(Schema, process.env)
  const dataDir = path.resolve(ROOT, variables.DATA_DIR)
  await run(options, {
    root: ROOT,
    store: await openReleaseStore(
      new FileReleaseStore(path.join(dataDir, 'web/remotes')),
      releasesIn(variables),
    ),
    origin: () => variables.PUBLIC_ORIGIN || runningAt(dataDir),
    say: (line) => process.stdout.write(`${line}\n`),
  })
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
}
