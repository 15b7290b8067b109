import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Builds kept of each part, so that pages opened before a release still find their chunks. */
const KEPT = 20

/** A build under an address that never changes. */
export type Published = {
  /** Content hash. */
  version: string
  folder: string
}

/**
 * The builds of one shell or remote. A build is copied out of `dist` when it is first seen whole, because the next build
 * empties `dist`; earlier ones stay.
 */
export class PublishedBuild {
  readonly #dist: string
  readonly #folder: string
  readonly #marks: string[]
  #seen = ''
  #current: Published | undefined
  #running: Promise<Published | undefined> | undefined

  /** `marks` are files of a whole build; a change of one of them means a new build. */
  constructor(dist: string, folder: string, marks: string[]) {
    this.#dist = dist
    this.#folder = folder
    this.#marks = marks
  }

  /** The newest whole build; while `dist` is being rewritten the one before. Undefined when there never was one. */
  current(): Promise<Published | undefined> {
    this.#running ??= this.#look().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** The folder of the newest build that has `file` (a relative path), or undefined. */
  async find(file: string): Promise<string | undefined> {
    const current = await this.current()
    const folders = current ? [current.folder, ...(await this.#earlier(current.version))] : []
    for (const folder of folders) {
      const found = await stat(path.join(folder, file)).catch(() => undefined)
      if (found?.isFile()) return folder
    }
    return undefined
  }

  async #look(): Promise<Published | undefined> {
    const seen = await signature(this.#marks.map((mark) => path.join(this.#dist, mark)))
    if (seen === undefined || seen === this.#seen) return this.#current
    const published = await this.#publish(seen).catch((error: unknown) => {
      // A build under way: files come and go. The next request looks again.
      if (this.#current) return undefined
      throw error
    })
    if (published) {
      this.#current = published
      this.#seen = seen
    }
    return this.#current
  }

  async #publish(seen: string): Promise<Published | undefined> {
    const files = await filesOf(this.#dist)
    const hash = createHash('sha256')
    for (const file of files) hash.update(`${file}\n`).update(await readFile(path.join(this.#dist, file)))
    const version = hash.digest('hex').slice(0, 12)
    const folder = path.join(this.#folder, version)
    if (await stat(folder).catch(() => undefined)) return { version, folder }

    const temporary = path.join(this.#folder, `.new-${process.pid}`)
    await rm(temporary, { recursive: true, force: true })
    await mkdir(this.#folder, { recursive: true })
    await cp(this.#dist, temporary, { recursive: true })
    const whole =
      (await signature(this.#marks.map((mark) => path.join(this.#dist, mark)))) === seen &&
      (await filesOf(temporary)).join() === files.join()
    if (!whole) {
      await rm(temporary, { recursive: true, force: true })
      return undefined
    }
    await rename(temporary, folder)
    for (const old of (await this.#earlier(version)).slice(KEPT))
      await rm(old, { recursive: true, force: true })
    return { version, folder }
  }

  /** Folders of the builds before `version`, newest first. */
  async #earlier(version: string): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => [])
    const dated = await Promise.all(
      names
        .filter((name) => name !== version && !name.startsWith('.'))
        .map(async (name) => {
          const folder = path.join(this.#folder, name)
          return { folder, born: (await stat(folder).catch(() => undefined))?.birthtimeMs ?? 0 }
        }),
    )
    return dated.sort((a, b) => b.born - a.born).map(({ folder }) => folder)
  }
}

/** Sizes and times of the files, or undefined when one is missing. */
async function signature(files: string[]): Promise<string | undefined> {
  const stats = await Promise.all(files.map((file) => stat(file).catch(() => undefined)))
  if (stats.includes(undefined)) return undefined
  return stats.map((found) => `${found?.size} ${found?.mtimeMs}`).join('\n')
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}
