import { fileLock } from '@andscene/service-kit/process/file-lock'
import { join } from 'node:path'
import { TestRunner } from 'vitest'
import {
  areInstalled,
  defaultVoicesDir,
  isFolder,
  prepareVoicesDir,
  voiceFolders,
} from '../../model/folders.ts'
import { installRuntime } from '../../model/runtime.ts'
import { KOKORO } from '../../model/spec.ts'
import { npmCommand, runTool } from '../../model/tools.ts'
import { loadRuntime, type Runtime } from '../inference/crew.ts'

const dir = process.env['VOICES_DIR'] ?? defaultVoicesDir()
const folders = voiceFolders(dir, KOKORO)

const FETCH_MS = 300_000
const PROBE_MS = 60_000
/** npm's messages where no registry can be reached; any other failure fails the tests. */
const UNREACHABLE =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/

/** Fetches the engine's runtime if it is missing, for the product too. Returns why it is not available. */
async function fetchRuntime(): Promise<string | undefined> {
  if (await isFolder(folders.runtime)) return undefined
  const missing = await whyUnreachable()
  if (missing !== undefined) {
    process.stdout.write(`${missing}\n`)
    return missing
  }
  await prepareVoicesDir(dir)
  const signal = AbortSignal.timeout(FETCH_MS)
  // Another run downloads it, or a platform sets up its voices.
  const lock = await fileLock(folders.lock, () => {}, signal)
  try {
    if (!(await isFolder(folders.runtime)))
      await installRuntime({
        spec: KOKORO.runtime,
        staging: join(folders.staging, 'test-runtime'),
        target: folders.runtime,
        folder: folders.downloads,
        signal,
        env: process.env,
      })
  } finally {
    lock.release()
  }
  return undefined
}

/** Why no registry can be reached for it; undefined when one can. */
async function whyUnreachable(): Promise<string | undefined> {
  const [{ name, version } = { name: '', version: '' }] = KOKORO.runtime.packages
  const patience = ['--fetch-timeout=15000', '--fetch-retries=0']
  const { code, said, missing } = await runTool(
    npmCommand(process.env),
    ['view', `${name}@${version}`, 'version', ...patience],
    { signal: new AbortController().signal, limitMs: PROBE_MS },
  )
  const why = missing ? 'there is no npm' : code === undefined ? 'no answer' : UNREACHABLE.exec(said)?.[0]
  return code === 0 || why === undefined
    ? undefined
    : `Left out: ${name} ${version} is not there and cannot be fetched (${why}); "npm run voices" brings it.`
}

// Longer than a test may take.
const missing = await fetchRuntime()

/** The folder of the engine's runtime; skips the running test if it is not available. */
export function runtimeFolder(): string {
  if (missing !== undefined) TestRunner.getCurrentTest()!.context.skip(missing)
  return folders.runtime
}

/** The engine's runtime; skips the running test if it is not available. */
export const testRuntime = (): Runtime => loadRuntime(join(runtimeFolder(), '..'))

/** VOICES_DIR if it has the real model. */
export const realVoices = async (): Promise<{ voicesDir: string; modelFolder: string } | undefined> =>
  (await areInstalled(folders)) ? { voicesDir: dir, modelFolder: folders.voices } : undefined
