import { RemoteRegistry, type RegisteredRemote } from '@andscene/contracts/platform'
import { parseRemoteUrl } from '@andscene/contracts/text/remote-address'
import { DESCRIPTION, MANIFEST, REMOTE_NAME, releaseIn, type Release } from '@andscene/releases/release'
import { NOTHING_YET, type RemoteState } from '@andscene/releases/remote-state'
import type { FileReleaseStore, Located } from '@andscene/releases/store/file-release-store'
import { messageOf } from '@andscene/service-kit/http-error'
import { JsonFiles } from '@andscene/service-kit/process/json-files'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { fits } from '@andscene/contracts/schema/fits'
import type { ServedReleases } from './releases/served-releases.ts'
import { choose, type Visitor } from './releases/visitor.ts'
import { watchedDist } from './watched-dist.ts'

/** Written by a remote's build; it is complete when both exist. */
const MARKS = [DESCRIPTION, MANIFEST]

type Options = {
  root: string
  local: FileReleaseStore
  served: ServedReleases
  otherFile: string | undefined
  warn: (message: string) => void
}

/** An operator's registry: its valid rows, and a message for each of the others. */
type Others = { remotes: RegisteredRemote[]; refusals: string[] }

const Row = RemoteRegistry.properties.remotes.items
const registries = new JsonFiles((value): Others => {
  const rows = (value as { remotes?: unknown } | null)?.remotes
  if (!Array.isArray(rows)) throw new Error('it is not a registry of remotes')
  const others: Others = { remotes: [], refusals: [] }
  for (const [n, row] of rows.entries()) {
    const remote = otherRemote(row)
    if (typeof remote === 'string') others.refusals.push(`Row ${n + 1} of REMOTES_FILE is omitted: ${remote}`)
    else others.remotes.push(remote)
  }
  return others
})

/** Returns the row as it is served, or a message: its address becomes part of a header and a script of every page. */
function otherRemote(row: unknown): RegisteredRemote | string {
  if (!fits(Row, row)) return 'it does not describe a remote'
  const entry = parseRemoteUrl(row.entry)
  const previous = row.previous && parseRemoteUrl(row.previous.entry)
  if (!entry || (row.previous && !previous))
    return `the address of ${row.name} is not like https://host.example/mf-manifest.json`
  return {
    ...row,
    entry: entry.href,
    ...(row.previous && previous && { previous: { ...row.previous, entry: previous.href } }),
    // HTML of external builds is not inserted into our pages.
    routes: row.routes.map(({ prerendered: _html, ...route }) => route),
  }
}

/** The currently published remotes: a remote rebuilt or switched at run time is served with the next request. */
export class Remotes {
  readonly #options: Options
  readonly #folder: string
  readonly #builds = new Map<string, ReturnType<typeof watchedDist>>()
  #others: Others = { remotes: [], refusals: [] }

  constructor(options: Options) {
    this.#options = options
    this.#folder = path.join(options.root, 'remotes')
  }

  /** `/remotes.json` for a visitor; a broken remote is left out, so that only its own routes fail. */
  async registry(origin: string, visitor: Visitor): Promise<RegisteredRemote[]> {
    const folders = await this.#folders()
    const built = new Map(
      await Promise.all(folders.map(async (name) => [name, await this.#built(name)] as const)),
    )
    const states = await this.#options.served.states()
    const names = [...new Set([...folders, ...states.keys()])]
    const own = await Promise.all(
      names.map((name) => this.#row(name, states.get(name) ?? NOTHING_YET, built.get(name), origin, visitor)),
    )
    const others = await this.others()
    for (const refusal of this.#others.refusals) this.#options.warn(refusal)
    const replaced = new Set(others.map((remote) => remote.name))
    return [...own.filter((remote) => remote && !replaced.has(remote.name)), ...others] as RegisteredRemote[]
  }

  async isForSome(): Promise<boolean> {
    return [...(await this.#options.served.states()).values()].some(({ canary }) => canary !== undefined)
  }

  /** Path of the first page of a version opened by `key`; undefined for an unknown or expired link. */
  async previewed(name: string, key: string): Promise<string | undefined> {
    const state = (await this.#options.served.states()).get(name) ?? NOTHING_YET
    const visitor = { previews: new Map([[name, key]]), seat: undefined }
    const choice = choose(name, state, visitor, new Date())
    if (choice?.why !== 'preview') return undefined
    const release = await this.#options.served.release(name, choice.version)
    return release?.description.routes.map((route) => route.path).find((route) => !/[:*]/.test(route)) ?? '/'
  }

  /** Folders of remotes in the project; empty without the parent folder, because all remotes may be external. */
  async #folders(): Promise<string[]> {
    try {
      const entries = await readdir(this.#folder, { withFileTypes: true })
      return entries
        .filter((entry) => entry.isDirectory() && REMOTE_NAME.test(entry.name))
        .map(({ name }) => name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }

  /**
   * Remotes of the operator's registry file, which may be on other origins; the last valid ones while it cannot be
   * read.
   */
  async others(): Promise<RegisteredRemote[]> {
    const { otherFile } = this.#options
    if (!otherFile) return []
    try {
      this.#others = await registries.read(otherFile)
    } catch (error) {
      this.#options.warn(`REMOTES_FILE cannot be read: ${messageOf(error)}`)
    }
    return this.#others.remotes
  }

  /** Path of a file of a published remote (it may not exist). */
  async locate(name: string, version: string, file: string): Promise<Located> {
    // With a remote store the version may have been served by another edge: fetch it first.
    await this.#options.served.release(name, version).catch(() => undefined)
    return this.#options.local.locate(name, version, file)
  }

  async #row(
    name: string,
    state: RemoteState,
    built: string | undefined,
    origin: string,
    visitor: Visitor,
  ): Promise<RegisteredRemote | undefined> {
    const entryOf = (version: string) => `${origin}/remotes/${name}/${version}/${MANIFEST}`
    try {
      const choice = choose(name, state, visitor, new Date())
      const chosen = choice && (await this.#release(name, choice.version))
      // The version may have been removed, or its store may be unavailable.
      const release =
        chosen ?? (await this.#release(name, state.present)) ?? (await this.#release(name, built))
      if (!release) return undefined
      const { version, description, integrity } = release
      const previous = version === state.present ? state.former[0] : state.present
      const { budgetBytes: _budget, uses: _uses, ...told } = description
      return {
        ...told,
        version,
        entry: entryOf(version),
        integrity,
        ...(previous !== undefined &&
          previous !== version && { previous: { version: previous, entry: entryOf(previous) } }),
        ...(choice?.why === 'preview' && chosen && { preview: true }),
      }
    } catch (error) {
      this.#options.warn(`Remote ${name} is omitted: ${messageOf(error)}`)
      return undefined
    }
  }

  async #release(name: string, version: string | undefined): Promise<Release | undefined> {
    return version === undefined ? undefined : this.#options.served.release(name, version)
  }

  async #built(name: string): Promise<string | undefined> {
    const dist = path.join(this.#folder, name, 'dist')
    const current =
      this.#builds.get(name) ??
      watchedDist(dist, MARKS, async () => {
        const release = await releaseIn(dist)
        await this.#options.served.takeOver(name, release, (file) => readFile(path.join(dist, file)))
        return release.version
      })
    this.#builds.set(name, current)
    try {
      return await current()
    } catch (error) {
      this.#options.warn(`The build of ${name} is omitted: ${messageOf(error)}`)
      return undefined
    }
  }
}
