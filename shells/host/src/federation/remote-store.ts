import type { RegisteredRemote, RemoteRoute } from '@andscene/contracts/platform'
import { Emitter } from '@andscene/web-kit/emitter'
import { createContext, use, type ComponentType, type ReactNode } from 'react'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import { adaptRoutes, type AdaptedRoutes } from './adapt-routes.tsx'
import { openRuntime, type FederationRuntime } from './federation-runtime.ts'
import { preloadable, type Preloadable } from './preloadable.tsx'
import { loadRegistry, type Registry } from './registry.ts'

export type RemoteMatch = { remote: RegisteredRemote; route: RemoteRoute }

type ReadRegistry = () => Promise<Registry>

export class RemoteStore {
  #matches: { path: string; match: RemoteMatch }[] = []
  readonly #screens = new Map<string, Preloadable<object>>()
  readonly #routes = new Map<string, AdaptedRoutes>()
  readonly #remotes = new Map<string, RegisteredRemote>()
  #revisions = 0
  /** Remotes that failed: a newer release may be in the registry. */
  readonly #failed = new Set<string>()
  /** Pending searches for a newer release of a failed remote; all of its parts wait for them. */
  readonly #searches = new Map<string, Promise<void>>()
  readonly #attempts = new Map<string, number>()
  /** Versions that this page has loaded and keeps. */
  readonly #loadedVersions = new Map<string, string>()
  readonly #changed = new Emitter()
  subscribe = this.#changed.subscribe
  readonly #runtime: FederationRuntime
  readonly #readRegistry: ReadRegistry

  constructor(
    registry: Registry,
    runtime: FederationRuntime = openRuntime(),
    readRegistry: ReadRegistry = loadRegistry,
  ) {
    this.#runtime = runtime
    this.#readRegistry = readRegistry
    for (const remote of registry.remotes) this.#remotes.set(remote.name, remote)
    this.#matchRoutes()
    this.#runtime.register(registry.remotes)
  }

  matchOf(pathname: string): RemoteMatch | undefined {
    const match = matchRoutes(this.#matches, pathname)?.at(-1)
    return match?.route.match
  }

  /** Returns the API paths that the page at `pathname` requests first. */
  dataOf(pathname: string): string[] {
    const match = matchRoutes(this.#matches, pathname)?.at(-1)
    return (match?.route.match.route.data ?? []).map((path) =>
      path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(match?.params[name] ?? '')),
    )
  }

  /** Returns the remote's routes as one component, loaded when first shown. The same component until `forget`. */
  screen({ name }: RegisteredRemote): Preloadable<object> {
    return this.#cached(`${name}/routes`, async () => {
      const routes = adaptRoutes(routesOf(await this.#load(name, 'routes'), name))
      this.#routes.set(name, routes)
      return routes.Screen
    })
  }

  navigation({ name }: RegisteredRemote): Preloadable<object> {
    const load = async () => {
      const module = await this.#load(name, 'navigation')
      if (!has(module, 'Navigation') || typeof module.Navigation !== 'function') {
        throw new Error(`The remote ${name} exposes no Navigation`)
      }
      return module.Navigation as ComponentType
    }
    return this.#cached(`${name}/navigation`, load, null)
  }

  /** Call it after a failure: the next render loads the remote again, with a new component. */
  forget({ name }: RegisteredRemote): void {
    this.#failed.add(name)
    this.#reset(name)
    this.#changed.emit()
  }

  /** How often a remote was forgotten; each time, all of its parts render again. */
  attempt = ({ name }: RegisteredRemote): number => this.#attempts.get(name) ?? 0

  /** Reads the registry again, for new remotes, routes and releases. An unreadable registry changes nothing. */
  async lookAgain(): Promise<void> {
    const registry = await this.#readRegistry().catch(() => undefined)
    for (const remote of registry?.remotes ?? []) {
      if (this.#update(remote)) this.#reset(remote.name)
    }
    this.#changed.emit()
  }

  /**
   * Updates remotes that were not loaded yet from a newer registry. Returns the loaded versions with those of the registry.
   */
  follow({ remotes }: Registry): { name: string; begun: string; offered: string }[] {
    let isNew = false
    const rows = remotes.flatMap((remote) => {
      const begun = this.#loadedVersions.get(remote.name)
      if (begun !== undefined) return [{ name: remote.name, begun, offered: remote.version }]
      const known = this.#remotes.get(remote.name)
      if (known?.entry !== remote.entry || known.preview !== remote.preview) {
        this.#update(remote)
        this.#reset(remote.name)
        isNew = true
      }
      return []
    })
    if (isNew) this.#changed.emit()
    return rows
  }

  previews(): { name: string; version: string }[] {
    return [...this.#remotes.values()].filter(({ preview }) => preview)
  }

  revision = (): number => this.#revisions

  /** Preloads what `pathname` shows. Resolves when that is loaded or has failed; the visit retries. */
  async preload(pathname: string): Promise<void> {
    const match = this.matchOf(pathname)
    if (!match) return
    const { remote } = match
    const load = async () => {
      await this.screen(remote).preload()
      const pages = this.#routes.get(remote.name)?.preload(pathname)
      await Promise.all([pages, remote.navigation && this.navigation(remote).preload()])
    }
    await load().catch(() => undefined)
  }

  #matchRoutes(): void {
    this.#matches = [...this.#remotes.values()].flatMap((remote) =>
      remote.routes.map((route) => ({ path: route.path, match: { remote, route } })),
    )
    this.#revisions += 1
  }

  #update(remote: RegisteredRemote): boolean {
    const { name, entry } = remote
    const known = this.#remotes.get(name)
    this.#remotes.set(name, remote)
    this.#matchRoutes()
    if (known?.entry === entry) return false
    this.#runtime.register([remote], { force: known !== undefined })
    return known !== undefined
  }

  #reset(name: string): void {
    this.#routes.delete(name)
    this.#screens.delete(`${name}/routes`)
    this.#screens.delete(`${name}/navigation`)
    this.#attempts.set(name, (this.#attempts.get(name) ?? 0) + 1)
  }

  async #load(name: string, part: string): Promise<unknown> {
    if (this.#failed.delete(name)) this.#searches.set(name, this.#findRelease(name))
    await this.#searches.get(name)
    const version = this.#remotes.get(name)?.version
    const isFirst = !this.#loadedVersions.has(name)
    if (version !== undefined) this.#loadedVersions.set(name, version)
    try {
      return await this.#runtime.load(`${name}/${part}`)
    } catch (error) {
      if (isFirst) this.#loadedVersions.delete(name)
      throw error
    }
  }

  async #findRelease(name: string): Promise<void> {
    const registry = await this.#readRegistry().catch(() => undefined)
    const released = registry?.remotes.find((remote) => remote.name === name)
    if (released) this.#update(released)
  }

  #cached(key: string, load: () => Promise<ComponentType>, fallback?: ReactNode): Preloadable<object> {
    let screen = this.#screens.get(key)
    if (!screen) {
      screen = preloadable(load, fallback)
      this.#screens.set(key, screen)
    }
    return screen
  }
}

const has = <K extends string>(value: unknown, key: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && key in value

function routesOf(module: unknown, name: string): RouteObject[] {
  if (!has(module, 'routes') || !Array.isArray(module.routes)) {
    throw new Error(`The remote ${name} exposes no routes`)
  }
  return module.routes as RouteObject[]
}

export const RemotesContext = createContext<RemoteStore | undefined>(undefined)

export function useRemotes(): RemoteStore {
  const store = use(RemotesContext)
  if (!store) throw new Error('useRemotes needs a RemotesContext above it')
  return store
}
