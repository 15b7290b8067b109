import { cp, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { tryFileLock } from '@andscene/service-kit/process/file-lock'
import { diskFull, failureOf, VoicesFailure } from './failure.ts'
import { fetchModel, keptOfModel, type FetchedModel } from './fetch-model.ts'
import {
  areInstalled,
  emptyFolder,
  freeBytes,
  isRuntimeWhole,
  isWhole,
  markWhole,
  prepareVoicesDir,
  sync,
  syncEntry,
  voiceFolders,
  type VoiceFolders,
} from './folders.ts'
import { offerToStore, type PlatformStore } from './platform-store.ts'
import { failedAfter, readProgress, writeProgress } from './progress-file.ts'
import { installRuntime, unsupported } from './runtime.ts'
import type { VoicesSpec } from './spec.ts'
import { installStyles } from './npm-package.ts'

/** Writes the graphs that the engine runs into `folder`, which exists. */
export type Convert = (int8File: string, folder: string) => Promise<void>

export type InstallOptions = {
  dir: string
  spec: VoicesSpec
  convert: Convert
  store?: PlatformStore | undefined
  onTried: (source: string, why: unknown) => void
  signal: AbortSignal
  /** Other processes retry so long after a failure. */
  retryMs?: number | undefined
  /** A failure of another process after this time (ms since 1970) is not retried before its retry time. */
  since?: number | undefined
  env?: NodeJS.ProcessEnv | undefined
}

const LICENSES = path.join(import.meta.dirname, '../../data/licenses')
const TELL_MS = 300

/**
 * Installs what is missing in VOICES_DIR and writes its progress there. `busy`: another process does, or failed
 * (`since`). Rejects with VoicesFailure; downloads stay for the next attempt.
 */
export async function installVoices(options: InstallOptions): Promise<'installed' | 'busy'> {
  const { dir, spec } = options
  const folders = voiceFolders(dir, spec)
  let needed = 0
  try {
    if (await areInstalled(folders)) return 'installed'
    const why = unsupported()
    if (why !== undefined) throw new VoicesFailure(why, { isFinal: true })
    await prepareVoicesDir(dir)
    const lock = tryFileLock(folders.lock)
    if (!lock) return 'busy'
    // Needs the lock: the other process may have failed while this one started.
    if (options.since !== undefined && failedAfter(options.since, readProgress(folders.progress))) {
      lock.release()
      return 'busy'
    }
    let [latest, told] = [0, -1]
    const tell = () => {
      if (latest === told) return
      told = latest
      writeProgress(folders.progress, { state: 'coming', doneBytes: told, at: Date.now() })
    }
    const telling = setInterval(tell, TELL_MS)
    try {
      needed = await neededBytes(folders, spec)
      if ((await freeBytes(dir)) < needed) throw diskFull(needed)
      await installMissing(folders, options, (bytes) => (latest = bytes))
      await rm(folders.progress, { force: true })
      return 'installed'
    } catch (error) {
      // Before the lock is released: waiting processes would try the same immediately.
      const { message: reason } = failureOf(error, needed)
      const at = Date.now()
      if (!options.signal.aborted)
        writeProgress(folders.progress, { state: 'failed', reason, retryAt: at + (options.retryMs ?? 0), at })
      throw error
    } finally {
      clearInterval(telling)
      lock.release()
    }
  } catch (error) {
    if (options.signal.aborted) throw error
    throw failureOf(error, needed)
  }
}

/** Free space that the rest of the installation needs. */
async function neededBytes(folders: VoiceFolders, { needs, model }: VoicesSpec): Promise<number> {
  const runtime = (await isRuntimeWhole(folders.runtime)) ? 0 : needs.runtime
  if (await isWhole(folders.voices)) return runtime
  return runtime + needs.voices + Math.max(0, needs.model - (await keptOfModel(model, folders)))
}

async function installMissing(
  folders: VoiceFolders,
  options: InstallOptions,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const { spec, signal, env } = options
  await rm(folders.staging, { recursive: true, force: true })
  const npm = { folder: path.join(folders.downloads, 'npm'), signal, env }
  const stagedStyles = path.join(folders.staging, 'styles')
  const isVoiceThere = await isWhole(folders.voices)
  const isRuntimeThere = await isRuntimeWhole(folders.runtime)
  const work = [
    isRuntimeThere
      ? undefined
      : installRuntime({
          spec: spec.runtime,
          staging: path.join(folders.staging, 'runtime'),
          target: folders.runtime,
          ...npm,
        }),
    isVoiceThere ? undefined : installStyles(spec.styles, stagedStyles, npm),
    isVoiceThere ? undefined : fetchModel({ ...options, spec: spec.model, folders, onBytes }),
  ] as const
  // Each keeps its downloads when another one fails.
  for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') throw result.reason
  const model = await work[2]
  if (model !== undefined) {
    await installModel(model.file, stagedStyles, folders, options)
    await offer(model, options)
  }
  await rm(folders.downloads, { recursive: true, force: true })
  await rm(folders.staging, { recursive: true, force: true })
}

/** For the platform's other machines. The installation is complete here, so a failed upload does not fail it. */
async function offer(
  { file, isStoredWrong }: FetchedModel,
  { spec, store, onTried, signal }: InstallOptions,
): Promise<void> {
  if (!store) return
  const offered = offerToStore({ store, model: spec.model, file, isStoredWrong, signal })
  await offered.catch((error: unknown) => {
    if (!signal.aborted) onTried('S3', error)
  })
}

async function installModel(
  int8File: string,
  styles: string,
  folders: VoiceFolders,
  { convert, signal }: InstallOptions,
): Promise<void> {
  const staged = await emptyFolder(path.join(folders.staging, 'voices'))
  await convert(int8File, staged)
  signal.throwIfAborted()
  await rename(styles, path.join(staged, 'styles'))
  await mkdir(path.join(staged, 'LICENSES'))
  await cp(LICENSES, path.join(staged, 'LICENSES'), { recursive: true })
  await markWhole(staged)
  await sync(staged)
  // Leftovers of a folder that was partly deleted.
  await rm(folders.voices, { recursive: true, force: true })
  await rename(staged, folders.voices)
  await syncEntry(folders.dir)
}

/** Loads the conversion when it is needed. */
export const convert: Convert = async (int8File, folder) => {
  const { convertModel } = await import('../engine/convert/convert-model.ts')
  await convertModel(int8File, folder)
}
