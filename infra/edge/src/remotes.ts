import { messageOf } from '@andscene/service-kit/http-error'
import { RemoteDescription, RemoteRegistry, type RegisteredRemote } from '@andscene/contracts/platform'
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Value } from 'typebox/value'
import { JsonFiles } from './json-files.ts'
import { PublishedBuild, locate, type Located } from './published-build.ts'

const DESCRIPTION = 'remote.json'
const MANIFEST = 'mf-manifest.json'
/** Written by a remote's build; when these stand, it is whole. */
const MARKS = [DESCRIPTION, MANIFEST]

type Warn = (message: string) => void

const registries = new JsonFiles((value) => {
  if (!Value.Check(RemoteRegistry, value)) throw new Error('it is not a registry of remotes')
  // HTML of others' builds does not go into our pages.
  return {
    remotes: value.remotes.map((remote) => ({
      ...remote,
      routes: remote.routes.map(({ prerendered: _html, ...route }) => route),
    })),
  }
})
const descriptions = new JsonFiles((value) => {
  if (!Value.Check(RemoteDescription, value)) throw new Error('its remote.json is not as it should be')
  return value
})

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
    const folders = (await this.#entries()).filter((entry) => entry.isDirectory())
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

  /** None when there is no folder: all remotes may stand elsewhere. */
  async #entries(): Promise<Dirent[]> {
    try {
      return await readdir(this.#root, { withFileTypes: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }

  /** Remotes of the operator's own registry file, which may name other origins. */
  async others(): Promise<RegisteredRemote[]> {
    if (!this.#otherFile) return []
    try {
      return (await registries.read(this.#otherFile)).remotes
    } catch (error) {
      this.#warn(`REMOTES_FILE cannot be read: ${messageOf(error)}`)
    }
    return []
  }

  /** Where a file of a published remote stands (it may not exist). */
  locate(name: string, version: string, file: string): Located {
    return locate(path.join(this.#webDir, name), version, file)
  }

  async #describe(folder: string, origin: string): Promise<RegisteredRemote | undefined> {
    try {
      const build = this.#build(folder)
      const version = await build.current()
      if (!version) return undefined
      const { root, file } = build.locate(version, DESCRIPTION)
      const description = await descriptions.read(path.join(root, file))
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
