import { lazy, Suspense, type ReactNode } from 'react'
import {
  MemoryRouter,
  useLocation,
  useNavigate,
  useNavigationType,
  useRoutes,
  type InitialEntry,
  type Location,
  type NavigateOptions,
  type NavigationType,
  type RouteObject,
  type To,
} from 'react-router-dom'

export type TestRouter = {
  /** Renders the route that matches. */
  element: ReactNode
  /** As last rendered. */
  state: { location: Location; historyAction: NavigationType }
  navigate(to: To | number, options?: NavigateOptions): Promise<void>
}

/** Renders a remote's routes with a history in memory, loaded lazily as in the shell. */
export function memoryRouter(routes: RouteObject[], at: InitialEntry): TestRouter {
  const loadable = routes.map(withLazyElement)
  let navigate: ReturnType<typeof useNavigate>
  function Routes() {
    navigate = useNavigate()
    router.state = { location: useLocation(), historyAction: useNavigationType() }
    return useRoutes(loadable)
  }
  const router = {
    element: (
      <MemoryRouter initialEntries={[at]}>
        <Routes />
      </MemoryRouter>
    ),
    async navigate(to, options) {
      if (typeof to === 'number') await navigate(to)
      else await navigate(to, options)
    },
  } as TestRouter
  return router
}

/** React Router resolves `lazy` only in its data routers. */
function withLazyElement({ lazy: load, children, ...route }: RouteObject): RouteObject {
  const adapted = { ...route, ...(children && { children: children.map(withLazyElement) }) } as RouteObject
  if (typeof load !== 'function') return adapted
  const Page = lazy(async () => ({ default: (await load()).Component! }))
  adapted.element = (
    <Suspense fallback={null}>
      <Page />
    </Suspense>
  )
  return adapted
}
