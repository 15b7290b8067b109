import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sentence, VoicesFailure } from './failure.ts'
import type { PinnedFile, VoicesSpec } from './spec.ts'

/** The default of VOICES_DIR: the user's folder of caches (XDG base directories; on a Mac ~/Library/Caches). */
export function defaultVoicesDir(env: Record<string, string | undefined> = process.env): string {
  const xdg = env['XDG_CACHE_HOME']
  const caches =
    xdg && path.isAbsolute(xdg)
      ? xdg
      : path.join(os.homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache')
  return path.join(caches, 'and-scene', 'voices')
}

/** Places in VOICES_DIR. `runtime` and `voices` are renamed into place when they are complete. */
export type VoiceFolders = {
  dir: string
  runtime: string
  /** Converted graphs, `styles/<name>.bin`, `LICENSES/`. */
  voices: string
  /** Placed manually. */
  byHand: string
  /** Removed when all is installed. */
  downloads: string
  /** Of the process that holds the lock. */
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

/** Contains the byte count of the other files of its folder: clean-up programs may delete single files. */
const WHOLE = 'bytes.txt'

export async function markWhole(folder: string): Promise<void> {
  await writeFile(path.join(folder, WHOLE), String(await sizeOf(folder)))
}

/** Whether all files are there that were marked. */
export async function isWhole(folder: string): Promise<boolean> {
  const said = await markOf(folder)
  return said !== undefined && (await sizeOf(folder)) === Number(said) + Buffer.byteLength(said)
}

/** Earlier releases installed the runtime without a mark: it is not downloaded again. */
export const isRuntimeWhole = async (folder: string): Promise<boolean> =>
  (await isFolder(folder)) && ((await markOf(folder)) === undefined || (await isWhole(folder)))

const markOf = (folder: string): Promise<string | undefined> =>
  readFile(path.join(folder, WHOLE), 'utf8').catch(() => undefined)

const WRITABLE_BY_OTHERS = 0o022

/**
 * Makes VOICES_DIR for its owner alone. One that other users may write to is refused, because programs are loaded from
 * it, and unchanged, because it may serve others (/tmp). Rejects with VoicesFailure or an error of the system.
 */
export async function prepareVoicesDir(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await requireTrusted(dir)
}

/** Rejects with a VoicesFailure when another user could place programs there. */
export async function requireTrusted(dir: string): Promise<void> {
  const { uid, mode } = await stat(dir)
  const isOurs = process.getuid === undefined || uid === process.getuid() || uid === 0
  if (isOurs && !(mode & WRITABLE_BY_OTHERS)) return
  throw new VoicesFailure(sentence('notTrusted'))
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
    if (entry.isFile()) bytes += await bytesOf(path.join(entry.parentPath, entry.name))
  return bytes
}

/** Flushes everything below `folder` to the disk, so that a folder renamed into place survives a power cut. */
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

/** Creates an empty folder; deletes what was there. */
export async function emptyFolder(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

export async function digestOf(
  file: string,
  algorithm: 'sha256' | 'sha512',
  encoding: 'hex' | 'base64',
): Promise<string> {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash)
  return hash.digest(encoding)
}

/** Bytes of a file; 0 without one. */
export const bytesOf = async (file: string): Promise<number> =>
  (await stat(file).catch(() => undefined))?.size ?? 0

/** Whether a file has this size and hash. */
export const isPinned = async (file: string, { bytes, sha256 }: Pick<PinnedFile, 'bytes' | 'sha256'>) =>
  (await bytesOf(file)) === bytes && (await digestOf(file, 'sha256', 'hex')) === sha256
