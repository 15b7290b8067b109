import { mkdir, open, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { VoicesFailure } from './failure.ts'
import type { VoicesSpec } from './spec.ts'

/** VOICES_DIR when it is unset: in the user's folder for what can be fetched again (XDG base directories; on a Mac ~/Library/Caches). */
export function defaultVoicesDir(env: Record<string, string | undefined> = process.env): string {
  const xdg = env['XDG_CACHE_HOME']
  const caches =
    xdg && path.isAbsolute(xdg)
      ? xdg
      : path.join(os.homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache')
  return path.join(caches, 'and-scene', 'voices')
}

/** Where things are in VOICES_DIR. `runtime` and `voices` were complete when they came to exist. */
export type VoiceFolders = {
  dir: string
  runtime: string
  /** Converted graphs, `styles/<name>.bin`, `LICENSES/`. */
  voices: string
  /** Brought by a person. */
  byHand: string
  /** What has been fetched so far; removed when all is installed. */
  downloads: string
  /** The process that holds the lock works here; leftovers of a dead one are removed. */
  staging: string
  lock: string
  progress: string
}

export function voiceFolders(dir: string, spec: VoicesSpec): VoiceFolders {
  const inside = (name: string) => path.join(dir, name)
  return {
    dir,
    runtime: inside(`runtime-${spec.runtime.version}-${process.platform}-${process.arch}`),
    voices: inside(spec.folder),
    byHand: inside(spec.model.name),
    downloads: inside('downloads'),
    staging: inside('staging'),
    lock: inside('install.lock'),
    progress: inside('progress.json'),
  }
}

export const isFolder = async (folder: string): Promise<boolean> =>
  (await stat(folder).catch(() => undefined))?.isDirectory() ?? false

export const areInstalled = async ({ runtime, voices }: VoiceFolders): Promise<boolean> =>
  (await isRuntimeWhole(runtime)) && (await isWhole(voices))

/** Says how many bytes the other files of its folder have: programs that clean up may take single ones. */
const WHOLE = 'bytes.txt'

/** Notes that all of a folder is there. */
export async function markWhole(folder: string): Promise<void> {
  await writeFile(path.join(folder, WHOLE), String(await sizeOf(folder)))
}

/** Whether all is there that was when it was marked. */
export async function isWhole(folder: string): Promise<boolean> {
  const said = await markOf(folder)
  return said !== undefined && (await sizeOf(folder)) === Number(said) + Buffer.byteLength(said)
}

/**
 * The same of the runtime. Earlier releases installed it without a mark: there it is enough, as it was for them, that it
 * exists, so that a runtime that most likely is whole is not downloaded again.
 */
export const isRuntimeWhole = async (folder: string): Promise<boolean> =>
  (await isFolder(folder)) && ((await markOf(folder)) === undefined || (await isWhole(folder)))

const markOf = (folder: string): Promise<string | undefined> =>
  readFile(path.join(folder, WHOLE), 'utf8').catch(() => undefined)

const WRITABLE_BY_OTHERS = 0o022

/**
 * Makes VOICES_DIR, for its owner alone. Programs are loaded from it: one that is there and that other users may write to is
 * refused, and left as it is, since it may serve others (/tmp). Rejects with VoicesFailure or the system's refusal.
 */
export async function prepareVoicesDir(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await requireTrusted(dir)
}

/** Rejects with a VoicesFailure when another user could put programs there. */
export async function requireTrusted(dir: string): Promise<void> {
  const { uid, mode } = await stat(dir)
  const isOurs = process.getuid === undefined || uid === process.getuid() || uid === 0
  if (isOurs && !(mode & WRITABLE_BY_OTHERS)) return
  throw new VoicesFailure(
    'The folder VOICES_DIR belongs to another user, or others can write to it. Programs are loaded from it: set VOICES_DIR to a folder of your own.',
  )
}

export async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

/** Bytes of all files below a folder; 0 when it is not there. */
export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  let bytes = 0
  for (const entry of entries)
    if (entry.isFile())
      bytes += (await stat(path.join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0
  return bytes
}

/** Has everything below `folder` reach the disk, so that a folder renamed into place is whole after a power cut. */
export async function sync(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) await sync(name)
    else if (entry.isFile()) await syncEntry(name)
  }
  await syncEntry(folder)
}

export async function syncEntry(name: string): Promise<void> {
  const handle = await open(name, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** An empty folder, whatever was there. */
export async function emptyFolder(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}
