import type { ComponentType } from 'react'
import { matchRoutes, useRoutes, type RouteObject } from 'react-router-dom'
import { preloadable } from './preloadable.tsx'

export type AdaptedRoutes = {
  /** One component that shows the routes. */
  Screen: ComponentType
  /** Loads the pages that a path shows. */
  preload(pathname: string): Promise<unknown>
}

/**
 * A remote's routes as one component. They stand below the shell's own router, where React Router does not resolve
 * `lazy` itself: each page becomes a preloadable component here, a new one with each call, so that Retry loads again.
 */
export function adaptRoutes(routes: RouteObject[]): AdaptedRoutes {
  const pages = new Map<RouteObject, () => Promise<unknown>>()

  function adapt(route: RouteObject): RouteObject {
    const { lazy: load, children, ...rest } = route
    const adapted = { ...rest, ...(children && { children: children.map(adapt) }) } as RouteObject
    if (typeof load !== 'function') return adapted
    const Page = preloadable(async () => {
      const { Component } = await load()
      if (!Component) throw new Error(`The route ${route.path ?? ''} has no Component`)
      return Component
    })
    pages.set(adapted, Page.preload)
    adapted.element = <Page />
    return adapted
  }

  const adapted = routes.map(adapt)
  return {
    Screen: function RemoteRoutes() {
      return useRoutes(adapted)
    },
    preload: (pathname) =>
      Promise.all((matchRoutes(adapted, pathname) ?? []).map(({ route }) => pages.get(route)?.())),
  }
}
