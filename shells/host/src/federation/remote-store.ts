import type { RegisteredRemote, RemoteRoute } from '@andscene/contracts/platform'
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import type { ComponentType, ReactNode } from 'react'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import { adaptRoutes, type AdaptedRoutes } from './adapt-routes.tsx'
import { preloadable, type Preloadable } from './preloadable.tsx'
import { loadRegistry, type Registry } from './registry.ts'

export type RemoteMatch = { remote: RegisteredRemote; route: RemoteRoute }

/** What the store needs of the federation runtime; tests give their own. */
export type FederationRuntime = {
  register(remotes: { name: string; entry: string }[], options?: { force: boolean }): void
  load(id: string): Promise<unknown>
}
type ReadRegistry = () => Promise<Registry>

const realRuntime: FederationRuntime = {
  register: (remotes, options) => registerRemotes(remotes, options),
  load: (id) => loadRemote(id),
}

/** The remotes of the registry: which one fills a path, and its parts as components. */
export class RemoteStore {
  private matches: { path: string; match: RemoteMatch }[] = []
  private readonly screens = new Map<string, Preloadable<object>>()
  private readonly routes = new Map<string, AdaptedRoutes>()
  private readonly entries = new Map<string, string>()
  /** Remotes that failed: they may have been released anew since the registry was read. */
  private readonly suspects = new Set<string>()
  /** The look for a new release of a remote that failed; all its parts wait for it. */
  private readonly following = new Map<string, Promise<void>>()
  private readonly attempts = new Map<string, number>()
  private readonly listeners = new Set<() => void>()
  private readonly runtime: FederationRuntime
  private readonly readRegistry: ReadRegistry

  constructor(
    registry: Registry,
    runtime: FederationRuntime = realRuntime,
    readRegistry: ReadRegistry = loadRegistry,
  ) {
    this.runtime = runtime
    this.readRegistry = readRegistry
    this.add(registry.remotes)
  }

  /** The remote and route a path belongs to, if any remote claims it. */
  matchOf(pathname: string): RemoteMatch | undefined {
    const match = matchRoutes(this.matches, pathname)?.at(-1)
    return match?.route.match
  }

  /** The remote's routes as one component, loaded when first shown. The same component until `forget`. */
  screen({ name }: RegisteredRemote): Preloadable<object> {
    return this.cached(`${name}/routes`, async () => {
      const routes = adaptRoutes(routesOf(await this.load(name, 'routes'), name))
      this.routes.set(name, routes)
      return routes.Screen
    })
  }

  /** The remote's part of the navigation bar. */
  navigation({ name }: RegisteredRemote): Preloadable<object> {
    const load = async () => {
      const module = await this.load(name, 'navigation')
      if (!has(module, 'Navigation') || typeof module.Navigation !== 'function') {
        throw new Error(`The remote ${name} exposes no Navigation`)
      }
      return module.Navigation as ComponentType
    }
    return this.cached(`${name}/navigation`, load, null)
  }

  /** After a failure: what is shown next is loaded anew, by a new component. */
  forget({ name }: RegisteredRemote): void {
    this.suspects.add(name)
    this.routes.delete(name)
    this.screens.delete(`${name}/routes`)
    this.screens.delete(`${name}/navigation`)
    this.attempts.set(name, (this.attempts.get(name) ?? 0) + 1)
    this.tell()
  }

  /** How often a remote was forgotten: with each time all its parts are shown anew. */
  attempt = ({ name }: RegisteredRemote): number => this.attempts.get(name) ?? 0

  /** Reads the registry again, for remotes that it did not name before. A registry that cannot be read changes nothing. */
  async lookAgain(): Promise<void> {
    const registry = await this.readRegistry().catch(() => undefined)
    this.add(registry?.remotes.filter(({ name }) => !this.entries.has(name)) ?? [])
    this.tell()
  }

  /** Another value after every remote that came in later. */
  revision = (): number => this.entries.size

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Starts loading what `pathname` shows, for hovering over a link and for a start. Failures are left to the visit. */
  preload(pathname: string): void {
    const match = this.matchOf(pathname)
    if (!match) return
    const { remote } = match
    const load = async () => {
      await this.screen(remote).preload()
      const pages = this.routes.get(remote.name)?.preload(pathname)
      await Promise.all([pages, remote.navigation && this.navigation(remote).preload()])
    }
    load().catch(() => undefined)
  }

  private add(remotes: RegisteredRemote[]): void {
    for (const { name, entry } of remotes) this.entries.set(name, entry)
    const rows = remotes.flatMap((remote) =>
      remote.routes.map((route) => ({ path: route.path, match: { remote, route } })),
    )
    this.matches = [...this.matches, ...rows]
    if (remotes.length > 0) this.runtime.register(remotes.map(({ name, entry }) => ({ name, entry })))
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
  }

  private async load(name: string, part: string): Promise<unknown> {
    if (this.suspects.delete(name)) this.following.set(name, this.followRelease(name))
    await this.following.get(name)
    return this.runtime.load(`${name}/${part}`)
  }

  /** Takes over a remote's new address, if the registry meanwhile names one. */
  private async followRelease(name: string): Promise<void> {
    const registry = await this.readRegistry().catch(() => undefined)
    const released = registry?.remotes.find((remote) => remote.name === name)
    if (!released || released.entry === this.entries.get(name)) return
    this.entries.set(name, released.entry)
    this.runtime.register([{ name, entry: released.entry }], { force: true })
  }

  private cached(key: string, load: () => Promise<ComponentType>, fallback?: ReactNode): Preloadable<object> {
    let screen = this.screens.get(key)
    if (!screen) {
      screen = preloadable(load, fallback)
      this.screens.set(key, screen)
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
