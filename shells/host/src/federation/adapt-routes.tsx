import type { ComponentType } from 'react'
import { matchRoutes, useRoutes, type RouteObject } from 'react-router-dom'
import { preloadable } from './preloadable.tsx'

export type AdaptedRoutes = {
  Screen: ComponentType
  preload(pathname: string): Promise<unknown>
}

/**
 * Renders a remote's routes as one component. React Router does not resolve `lazy` in the shell's router, so each page
 * becomes a preloadable component; each call creates new ones, so that Retry loads them again.
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
