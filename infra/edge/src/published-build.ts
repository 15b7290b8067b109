import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdir, readFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { Located } from '@andscene/releases/store/file-release-store'
import { watchedDist } from './watched-dist.ts'

const ASSETS = 'assets'
/**
 * Number of stored builds of each part, and how long assets of older builds are kept: open pages still request them.
 */
const KEPT_BUILDS = 20
const KEPT_ASSETS_MS = 30 * 24 * 3_600_000

/**
 * The builds of the shell: the assets of all builds in one folder, the few files without hashed names in one folder per
 * build.
 */
export class PublishedBuild {
  readonly #dist: string
  readonly #folder: string
  /** Version of the newest complete build, or undefined if there never was one. */
  readonly current: () => Promise<string | undefined>

  /** `marks` are files that every complete build has. */
  constructor(dist: string, folder: string, marks: string[]) {
    this.#dist = dist
    this.#folder = folder
    this.current = watchedDist(dist, marks, () => this.#publish())
  }

  /** Path of `file` of a build (it may not exist). */
  locate(version: string, file: string): Located {
    return file.startsWith(`${ASSETS}/`)
      ? { root: this.#folder, file }
      : { root: path.join(this.#folder, version), file }
  }

  async #publish(): Promise<string> {
    const files = await filesOf(this.#dist)
    const assets = files.filter((file) => file.startsWith(`${ASSETS}${path.sep}`))
    const lasting = files.filter((file) => !assets.includes(file))
    await this.#publishAssets(assets)

    const hash = createHash('sha256')
    for (const file of lasting) hash.update(`${file}\n`).update(await readFile(path.join(this.#dist, file)))
    const version = hash.digest('hex').slice(0, 12)
    const target = path.join(this.#folder, version)
    if (await exists(target)) return version
    const temporary = path.join(this.#folder, `.new-${process.pid}`)
    await rm(temporary, { recursive: true, force: true })
    for (const file of lasting) await copy(path.join(this.#dist, file), path.join(temporary, file))
    await rename(temporary, target)
    await this.#forgetOldBuilds()
    return version
  }

  async #publishAssets(assets: string[]): Promise<void> {
    const now = new Date()
    for (const file of assets) {
      const target = path.join(this.#folder, file)
      if (await exists(target)) await utimes(target, now, now)
      else await copy(path.join(this.#dist, file), target)
    }
    const folder = path.join(this.#folder, ASSETS)
    for (const file of await filesOf(folder)) {
      const target = path.join(folder, file)
      const found = await stat(target).catch(() => undefined)
      if (found && now.getTime() - found.mtimeMs > KEPT_ASSETS_MS) await rm(target, { force: true })
    }
  }

  async #forgetOldBuilds(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name !== ASSETS && !name.startsWith('.'))
    const dated = await Promise.all(
      names.map(async (name) => ({ name, born: (await stat(path.join(this.#folder, name))).mtimeMs })),
    )
    for (const { name } of dated.sort((a, b) => b.born - a.born).slice(KEPT_BUILDS))
      await rm(path.join(this.#folder, name), { recursive: true, force: true })
  }
}

const exists = async (file: string): Promise<boolean> =>
  (await stat(file).catch(() => undefined)) !== undefined

/** Under a temporary name first: an incomplete asset would be cached for a year. */
async function copy(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true })
  const temporary = path.join(path.dirname(to), `.${path.basename(to)}.${process.pid}`)
  await copyFile(from, temporary)
  // Copying keeps the file mode; DATA_DIR must be accessible to its owner only.
  await chmod(temporary, 0o600)
  await rename(temporary, to)
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}
