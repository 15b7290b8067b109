import { lazy, Suspense, type ComponentType } from 'react'
import { Loading } from '@andscene/web-kit/loading'
import { useRoutes, type RouteObject } from 'react-router-dom'

/**
 * One component that shows a remote's routes. They stand below the shell's own router, where React Router does not
 * resolve `lazy` itself: it becomes a lazy component here, a new one with each call, so that Retry loads again.
 */
export function adaptRoutes(routes: RouteObject[]): ComponentType {
  const adapted = routes.map(adapt)
  return function RemoteRoutes() {
    return useRoutes(adapted)
  }
}

function adapt(route: RouteObject): RouteObject {
  const { lazy: load, children, ...rest } = route
  const adapted = { ...rest, ...(children && { children: children.map(adapt) }) } as RouteObject
  if (typeof load !== 'function') return adapted
  const Screen = lazy(async () => {
    const loaded = await load()
    if (!loaded.Component) throw new Error(`The route ${route.path ?? ''} has no Component`)
    return { default: loaded.Component }
  })
  adapted.element = (
    <Suspense fallback={<Loading />}>
      <Screen />
    </Suspense>
  )
  return adapted
}
