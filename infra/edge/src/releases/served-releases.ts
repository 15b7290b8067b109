import type { Release } from '@andscene/releases/release'
import { NOTHING_YET, builtAnew, has, type RemoteState } from '@andscene/releases/remote-state'
import type { FileReleaseStore } from '@andscene/releases/store/file-release-store'
import { forgetOutlived, type ReadFile, type ReleaseStore } from '@andscene/releases/store/release-store'
import { messageOf } from '@andscene/service-kit/http-error'

/** A switch applies to the next page load within 1 s: a state read over the network is cached for half of that. */
const BELIEVED_MS = 500
/** How long a page waits for a newer state before it uses the previous one. */
const PATIENCE_MS = 300

type Options = {
  store: ReleaseStore
  /** Where files are served from; also the store itself when versions are published to local files. */
  local: FileReleaseStore
  warn: (message: string) => void
  now?: () => number
}

/** Versions of remotes as this edge serves them: the store's current rollout state, and the files. */
export class ServedReleases {
  readonly #options: Options
  #states: ReadonlyMap<string, RemoteState> = new Map()
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined
  readonly #broken = new Map<string, string>()
  readonly #fetching = new Map<string, Promise<void>>()

  constructor(options: Options) {
    this.#options = options
  }

  get #now(): number {
    return this.#options.now?.() ?? Date.now()
  }

  get #isLocal(): boolean {
    return this.#options.store === this.#options.local
  }

  /** State of each remote; the last known one while the store is unavailable. */
  async states(): Promise<ReadonlyMap<string, RemoteState>> {
    if (this.#isLocal || this.#now - this.#readAt >= BELIEVED_MS) {
      this.#reading ??= this.#readAll().finally(() => {
        this.#reading = undefined
      })
      if (this.#isLocal || this.#states.size === 0) await this.#reading
      else await Promise.race([this.#reading, pause(PATIENCE_MS)])
    }
    return this.#states
  }

  /**
   * Takes over a build of this project. With a local store it becomes the current version; with a remote store it is
   * only served for remotes without published versions.
   */
  async takeOver(name: string, release: Release, read: ReadFile): Promise<void> {
    await this.#options.local.put(name, release, read)
    if (!this.#isLocal) return
    const now = new Date(this.#now)
    await this.#options.local.change(name, (before) => builtAnew(before, release.version, now))
    await forgetOutlived(this.#options.local, name, now)
  }

  /** Returns a version whose files are stored locally; undefined when there is no such version. */
  async release(name: string, version: string): Promise<Release | undefined> {
    const here = await this.#options.local.release(name, version)
    if (here || this.#isLocal) return here
    const states = await this.states()
    if (!has(states.get(name) ?? NOTHING_YET, version)) return undefined
    const key = `${name} ${version}`
    let fetching = this.#fetching.get(key)
    if (!fetching) {
      fetching = this.#fetch(name, version).finally(() => this.#fetching.delete(key))
      this.#fetching.set(key, fetching)
    }
    await fetching
    return this.#options.local.release(name, version)
  }

  async #fetch(name: string, version: string): Promise<void> {
    const release = await this.#options.store.release(name, version)
    if (release)
      await this.#options.local.put(name, release, (file) => this.#options.store.read(name, version, file))
  }

  async #readAll(): Promise<void> {
    try {
      const names = await this.#options.store.names()
      const states = await Promise.all(names.map((name) => this.#read(name)))
      this.#states = new Map(states.flatMap((state, n) => (state ? [[names[n]!, state] as const] : [])))
      this.#tell('', undefined)
    } catch (error) {
      this.#tell('', `The versions of remotes cannot be read: ${messageOf(error)}`)
      if (!this.#isLocal && this.#states.size === 0) await this.#recall()
    }
    this.#readAt = this.#now
  }

  async #read(name: string): Promise<RemoteState | undefined> {
    try {
      const state = await this.#options.store.state(name)
      this.#tell(name, undefined)
      if (!this.#isLocal && state !== NOTHING_YET) await this.#keep(name, state)
      return state
    } catch (error) {
      this.#tell(name, `Who gets which version of ${name} cannot be read: ${messageOf(error)}`)
      return this.#states.get(name) ?? this.#options.local.stateBefore(name)
    }
  }

  /** For a start while the store is unavailable; also deletes files of removed versions here. */
  async #keep(name: string, state: RemoteState): Promise<void> {
    const before = await this.#options.local.state(name).catch(() => NOTHING_YET)
    if (JSON.stringify(before) === JSON.stringify(state)) return
    await this.#options.local.change(name, () => state)
    const gone = before.releases.map(({ version }) => version).filter((version) => !has(state, version))
    if (gone.length > 0) await this.#options.local.forget(name, gone)
  }

  async #recall(): Promise<void> {
    const names = await this.#options.local.names()
    const states = await Promise.all(
      names.map((name) => this.#options.local.state(name).catch(() => NOTHING_YET)),
    )
    this.#states = new Map(names.map((name, n) => [name, states[n]!]))
  }

  /** Logs each fault once, not for every page. */
  #tell(whose: string, fault: string | undefined): void {
    if (this.#broken.get(whose) === fault) return
    if (fault === undefined) this.#broken.delete(whose)
    else {
      this.#broken.set(whose, fault)
      this.#options.warn(fault)
    }
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
