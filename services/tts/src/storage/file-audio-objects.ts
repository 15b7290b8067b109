import { withOutages } from '@andscene/service-kit/stores/store-unavailable'
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { isWordsPath } from '../clips/clip-path.ts'
import { isSystemFailure, type AudioObjects, type StoredObject } from './audio-objects.ts'

/** Folder of unfinished files, next to the folders of clips, so that they are renamed within one file system. */
const UNFINISHED = '.unfinished'
/** Unfinished files and folders older than this (ms) were left by a process that died. */
const LEFT_OVER_MS = 3_600_000
const RENAME_ATTEMPTS = 20

/** Objects as files below `root`, written under a temporary name, fsynced and renamed. */
export async function openFileAudioObjects(root: string): Promise<AudioObjects> {
  const unfinished = join(root, UNFINISHED)
  await mkdir(unfinished, { recursive: true })
  await removeLeftOvers(unfinished)

  const write = async (path: string, bytes: Uint8Array) => {
    const target = join(root, path)
    const temporary = join(unfinished, randomUUID())
    try {
      const file = await open(temporary, 'wx')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await renameInto(temporary, target)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }
  const removeOne = (path: string) => ifThere(() => rm(join(root, path)))

  const objects: AudioObjects = {
    write,
    async read(path) {
      try {
        return await readFile(join(root, path))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw isOfOneFile(error) ? new Error('A clip cannot be read', { cause: error }) : error
      }
    },
    async remove(paths) {
      const results = await Promise.all(paths.map(removeOne))
      return results.filter(Boolean).length
    },
    async removeFolder(folder) {
      // Renamed first, so that the folder is empty for all other processes immediately.
      const trash = join(unfinished, randomUUID())
      if (!(await ifThere(() => rename(join(root, folder), trash)))) return 0
      const entries = await readdir(trash, { recursive: true, withFileTypes: true })
      await rm(trash, { recursive: true, force: true, maxRetries: 3 })
      return entries.filter((entry) => entry.isFile() && !isWordsPath(entry.name)).length
    },
    list: (folder) => filesBelow(root, folder),
    async check() {
      const probe = `${UNFINISHED}/probe-${randomUUID()}`
      await write(probe, Buffer.from('probe'))
      await removeOne(probe)
    },
  }
  return withOutages(objects, { of: 'files', isOutage: isSystemFailure })
}

/** Renames a file into a folder that others may clear at any time; then it creates the folder again. */
async function renameInto(temporary: string, target: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await mkdir(dirname(target), { recursive: true })
      await rename(temporary, target)
      break
    } catch (error) {
      if (!isMissing(error) || attempt === RENAME_ATTEMPTS) throw error
    }
  }
  // The folder was cleared meanwhile, including the clip.
  await ifThere(() => syncFolder(dirname(target)))
}

/** Reads one folder at a time: there is one for each voice of a script. */
async function* filesBelow(root: string, folder: string): AsyncGenerator<StoredObject[]> {
  const folders = [join(root, folder)]
  for (const here of folders) {
    const entries = await readdir(here, { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    const files: StoredObject[] = []
    for (const entry of entries) {
      const file = join(here, entry.name)
      if (entry.isDirectory()) folders.push(file)
      const found = entry.isFile() ? await stat(file).catch(() => undefined) : undefined
      const path = relative(root, file).replaceAll(sep, '/')
      if (found) files.push({ path, bytes: found.size, changedAt: found.mtime })
    }
    if (files.length > 0) yield files
  }
}

/** Makes the new file name durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function removeLeftOvers(folder: string): Promise<void> {
  const before = Date.now() - LEFT_OVER_MS
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(path, { recursive: true, force: true })
  }
}

async function ifThere(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Errors of one file, not of the store: an outage would delay all other files. */
const OF_ONE_FILE = ['EACCES', 'EPERM', 'EISDIR', 'EIO', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP']
const isOfOneFile = (error: unknown) => OF_ONE_FILE.includes((error as NodeJS.ErrnoException).code ?? '')
