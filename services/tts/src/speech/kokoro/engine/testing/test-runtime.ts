import { fileLock } from '@andscene/service-kit/file-lock'
import { join } from 'node:path'
import { defaultVoicesDir, isFolder, prepareVoicesDir, voiceFolders } from '../../model/folders.ts'
import { installRuntime } from '../../model/runtime.ts'
import { KOKORO } from '../../model/spec.ts'

const dir = process.env['VOICES_DIR'] ?? defaultVoicesDir()
const folders = voiceFolders(dir, KOKORO)

const FETCH_MS = 120_000

/** The folder of the engine's runtime, which tests share with the product; fetched when it is not there. */
export async function testRuntime(): Promise<string> {
  if (await isFolder(folders.runtime)) return folders.runtime
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
      })
  } finally {
    lock.release()
  }
  return folders.runtime
}

/** VOICES_DIR when the real model is there. */
export const realVoices = async (): Promise<{ voicesDir: string; modelFolder: string } | undefined> =>
  (await isFolder(folders.voices)) && (await isFolder(folders.runtime))
    ? { voicesDir: dir, modelFolder: folders.voices }
    : undefined
