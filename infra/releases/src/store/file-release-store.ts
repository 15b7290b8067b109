import { fileLock } from '@andscene/service-kit/process/file-lock'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { JsonFiles } from '@andscene/service-kit/process/json-files'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ASSETS, RELEASE, REMOTE_NAME, VERSION, checkedRelease, sha256, type Release } from '../release.ts'
import { NOTHING_YET, checkedState, type RemoteState } from '../remote-state.ts'
import { verified, type ReadFile, type ReleaseStore } from './release-store.ts'

/** The disk is full, or the user's quota. */
const FULL = ['ENOSPC', 'EDQUOT']
const STATE = 'state.json'
/** The previous state, used if the current one is damaged. */
const STATE_BEFORE = 'state.before.json'

const stateFiles = new JsonFiles(checkedState)
const releaseFiles = new JsonFiles(checkedRelease)

/** Location of a file of a version. */
export type Located = { root: string; file: string }

/**
 * Stores versions in a folder: `<name>/<version>/` contains the few files with fixed names, `<name>/assets/` the
 * content-hashed files, once for all versions. A file gets its name only when it is complete.
 */
export class FileReleaseStore implements ReleaseStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** The location of `file` of a version; the file may not exist. */
  locate(name: string, version: string, file: string): Located {
    const folder = path.join(this.#root, name)
    return file.startsWith(`${ASSETS}/`) ? { root: folder, file } : { root: path.join(folder, version), file }
  }

  async names(): Promise<string[]> {
    const entries = await readdir(this.#root, { withFileTypes: true }).catch(() => [])
    return entries
      .filter((entry) => entry.isDirectory() && REMOTE_NAME.test(entry.name))
      .map(({ name }) => name)
  }

  async state(name: string): Promise<RemoteState> {
    return (await orNothing(stateFiles.read(path.join(this.#root, name, STATE)))) ?? NOTHING_YET
  }

  async change(name: string, change: (state: RemoteState) => RemoteState): Promise<RemoteState> {
    const folder = path.join(this.#root, name)
    await mkdir(folder, { recursive: true })
    const lock = await fileLock(path.join(folder, '.lock'), () => undefined)
    try {
      const before = await this.#lastGoodState(name)
      const after = change(before)
      if (after === before) return before
      await write(path.join(folder, STATE_BEFORE), Buffer.from(JSON.stringify(before)))
      await write(path.join(folder, STATE), Buffer.from(`${JSON.stringify(after, null, 1)}\n`))
      return after
    } finally {
      lock.release()
    }
  }

  async release(name: string, version: string): Promise<Release | undefined> {
    if (!VERSION.test(version)) return undefined
    return orNothing(releaseFiles.read(path.join(this.#root, name, version, RELEASE)))
  }

  async put(name: string, release: Release, readBytes: ReadFile): Promise<void> {
    if (await this.release(name, release.version)) return
    const bytesOf = verified(name, release, readBytes)
    const folder = path.join(this.#root, name)
    const temporary = path.join(folder, `.new-${release.version}-${process.pid}`)
    try {
      for (const file of Object.keys(release.files)) {
        if (!file.startsWith(`${ASSETS}/`)) await write(path.join(temporary, file), await bytesOf(file))
        else if ((await hashOf(path.join(folder, file))) !== release.files[file]!.sha256)
          await write(path.join(folder, file), await bytesOf(file))
      }
      await write(path.join(temporary, RELEASE), Buffer.from(JSON.stringify(release)))
      // Left by a crash, or a version stored by a release without this file.
      await rm(path.join(folder, release.version), { recursive: true, force: true })
      await rename(temporary, path.join(folder, release.version))
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
  }

  async read(name: string, version: string, file: string): Promise<Uint8Array> {
    const { root, file: located } = this.locate(name, version, file)
    return readFile(path.join(root, located))
  }

  async forget(name: string, versions: readonly string[]): Promise<void> {
    const folder = path.join(this.#root, name)
    const gone = await this.#filesOf(name, versions)
    for (const version of versions) await rm(path.join(folder, version), { recursive: true, force: true })
    const others = (await readdir(folder).catch(() => [])).filter((one) => VERSION.test(one))
    const kept = await this.#filesOf(name, others)
    for (const file of gone) if (!kept.has(file)) await rm(path.join(folder, file), { force: true })
  }

  async #filesOf(name: string, versions: readonly string[]): Promise<Set<string>> {
    const releases = await Promise.all(versions.map((version) => this.release(name, version)))
    return new Set(
      releases.flatMap((release) =>
        Object.keys(release?.files ?? {}).filter((file) => file.startsWith(`${ASSETS}/`)),
      ),
    )
  }

  /** The previous state; undefined if there is no readable one. */
  async stateBefore(name: string): Promise<RemoteState | undefined> {
    return stateFiles.read(path.join(this.#root, name, STATE_BEFORE)).catch(() => undefined)
  }

  async #lastGoodState(name: string): Promise<RemoteState> {
    try {
      return await this.state(name)
    } catch (error) {
      const before = await this.stateBefore(name)
      if (before === undefined) throw error
      return before
    }
  }
}

/** Undefined if the file does not exist. */
async function orNothing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const hashOf = async (file: string): Promise<string | undefined> => {
  const bytes = await orNothing(readFile(file))
  return bytes && sha256(bytes)
}

/** Writes to a temporary file and syncs it before renaming: browsers would cache a truncated asset for a year. */
async function write(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}`)
  try {
    await writeFile(temporary, bytes, { mode: 0o600, flush: true })
    await rename(temporary, file)
  } catch (error) {
    // A partial file would use up the remaining space.
    await rm(temporary, { force: true })
    if (!FULL.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw new OperatorError(`The disk of ${path.dirname(file)} is full: free some space and try again.`, {
      cause: error,
    })
  }
}
