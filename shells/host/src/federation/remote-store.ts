import type { RegisteredRemote, RemoteRoute } from '@andscene/contracts/platform'
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import { adaptRoutes } from './adapt-routes.tsx'
import type { Registry } from './registry.ts'

export type RemotePlace = { remote: RegisteredRemote; route: RemoteRoute }

/** What the store needs of the federation runtime; tests give their own. */
export type FederationRuntime = {
  register(remotes: { name: string; entry: string }[]): void
  load(id: string): Promise<unknown>
}

const realRuntime: FederationRuntime = {
  register: (remotes) => registerRemotes(remotes),
  load: (id) => loadRemote(id),
}

/** The remotes of the registry: which one fills a place, and its parts as components. */
export class RemoteStore {
  private readonly places: { path: string; place: RemotePlace }[]
  private readonly screens = new Map<string, LazyExoticComponent<ComponentType>>()
  private readonly runtime: FederationRuntime

  constructor(registry: Registry, runtime: FederationRuntime = realRuntime) {
    this.runtime = runtime
    this.places = registry.remotes.flatMap((remote) =>
      remote.routes.map((route) => ({ path: route.path, place: { remote, route } })),
    )
    runtime.register(registry.remotes.map(({ name, entry }) => ({ name, entry })))
  }

  /** The place a path belongs to, if any remote claims it. */
  placeOf(pathname: string): RemotePlace | undefined {
    const match = matchRoutes(this.places, pathname)?.at(-1)
    return match?.route.place
  }

  /** The remote's routes as one component, loaded when first shown. The same component until `forget`. */
  screen(remote: RegisteredRemote): LazyExoticComponent<ComponentType> {
    return this.cached(`${remote.name}/routes`, async () => {
      const routes = routesOf(await this.runtime.load(`${remote.name}/routes`), remote.name)
      return adaptRoutes(routes)
    })
  }

  /** The remote's part of the navigation bar. */
  navigation(remote: RegisteredRemote): LazyExoticComponent<ComponentType> {
    return this.cached(`${remote.name}/navigation`, async () => {
      const module = await this.runtime.load(`${remote.name}/navigation`)
      if (!has(module, 'Navigation') || typeof module.Navigation !== 'function') {
        throw new Error(`The remote ${remote.name} exposes no Navigation`)
      }
      return module.Navigation as ComponentType
    })
  }

  /** After a failure: what is shown next is loaded anew, by a new lazy component. */
  forget(remote: RegisteredRemote): void {
    this.screens.delete(`${remote.name}/routes`)
    this.screens.delete(`${remote.name}/navigation`)
  }

  /** Starts loading what `pathname` shows; for hovering over a link. Failures are left to the visit. */
  preload(pathname: string): void {
    const place = this.placeOf(pathname)
    if (!place) return
    const load = async () => {
      const routes = routesOf(await this.runtime.load(`${place.remote.name}/routes`), place.remote.name)
      for (const match of matchRoutes(routes, pathname) ?? []) {
        if (typeof match.route.lazy === 'function') await match.route.lazy()
      }
    }
    load().catch(() => undefined)
  }

  private cached(key: string, load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
    let screen = this.screens.get(key)
    if (!screen) {
      screen = lazy(async () => ({ default: await load() }))
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
