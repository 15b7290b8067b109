import { RemoteDescription, RemoteRegistry, type RegisteredRemote } from '@andscene/contracts/platform'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { Value } from 'typebox/value'
import { messageOf } from '../failure.ts'
import { PublishedBuild } from './published-build.ts'

const MANIFEST = 'mf-manifest.json'
/** Written by a remote's build; when these stand, it is whole. */
const MARKS = ['remote.json', MANIFEST]

type Warn = (message: string) => void

/** The remotes as their folders stand now: a remote rebuilt while this runs is served with the next request. */
export class Remotes {
  readonly #root: string
  readonly #webDir: string
  readonly #otherFile: string | undefined
  readonly #warn: Warn
  readonly #builds = new Map<string, PublishedBuild>()

  constructor(options: { root: string; webDir: string; otherFile: string | undefined; warn: Warn }) {
    this.#root = path.join(options.root, 'remotes')
    this.#webDir = path.join(options.webDir, 'remotes')
    this.#otherFile = options.otherFile
    this.#warn = options.warn
  }

  /** `/remotes.json`; a remote that is broken is left out, so that it costs only its own routes. */
  async registry(origin: string): Promise<RemoteRegistry> {
    const folders = (await readdir(this.#root, { withFileTypes: true })).filter((entry) =>
      entry.isDirectory(),
    )
    const own = await Promise.all(folders.map((entry) => this.#describe(entry.name, origin)))
    const others = await this.others()
    const replaced = new Set(others.map((remote) => remote.name))
    return {
      remotes: [
        ...own.filter((remote) => remote && !replaced.has(remote.name)),
        ...others,
      ] as RegisteredRemote[],
    }
  }

  /** Remotes of the operator's own registry file, which may name other origins. */
  async others(): Promise<RegisteredRemote[]> {
    if (!this.#otherFile) return []
    try {
      const registry: unknown = JSON.parse(await readFile(this.#otherFile, 'utf8'))
      if (Value.Check(RemoteRegistry, registry)) return registry.remotes
      this.#warn(`REMOTES_FILE is not a registry of remotes: ${this.#otherFile}`)
    } catch (error) {
      this.#warn(`REMOTES_FILE cannot be read: ${messageOf(error)}`)
    }
    return []
  }

  /** Folder of a published version of a remote. */
  folder(name: string, version: string): string {
    return path.join(this.#webDir, name, version)
  }

  async #describe(folder: string, origin: string): Promise<RegisteredRemote | undefined> {
    try {
      const published = await this.#build(folder).current()
      if (!published) return undefined
      const description: unknown = JSON.parse(
        await readFile(path.join(published.folder, 'remote.json'), 'utf8'),
      )
      if (!Value.Check(RemoteDescription, description))
        throw new Error('its remote.json is not as it should be')
      const { version } = published
      return { ...description, version, entry: `${origin}/remotes/${folder}/${version}/${MANIFEST}` }
    } catch (error) {
      this.#warn(`Remote ${folder} is left out: ${messageOf(error)}`)
      return undefined
    }
  }

  #build(folder: string): PublishedBuild {
    let build = this.#builds.get(folder)
    if (!build) {
      build = new PublishedBuild(
        path.join(this.#root, folder, 'dist'),
        path.join(this.#webDir, folder),
        MARKS,
      )
      this.#builds.set(folder, build)
    }
    return build
  }
}
