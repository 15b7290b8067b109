import { ErrorBoundary } from '@andscene/web-kit/error-boundary'
import { startTransition, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Navigate, Router, type RouteObject } from 'react-router-dom'
import { preloadable } from '../federation/preloadable.tsx'
import type { RemoteStore } from '../federation/remote-store.ts'
import { ShellErrorPage } from '../pages/shell-error-page.tsx'
import type { ReleaseWatch } from '../releases/release-watch.ts'
import { Frame } from './frame.tsx'
import type { Entry, PageHistory } from './page-history.ts'
import { RemoteRoute } from './remote-route.tsx'
import { Root } from './root.tsx'

// Rarely visited, so loaded on demand.
const HealthPage = preloadable(async () => (await import('../pages/health-page.tsx')).HealthPage)

/** The shell's own routes, and one route for all remotes (product §2). */
const ROUTES: RouteObject[] = [
  { path: '/login', element: <Navigate to="/" replace /> },
  {
    path: '/health',
    element: (
      <Frame errorText="An error occurred while rendering the health page.">
        <HealthPage />
      </Frame>
    ),
  },
  { path: '*', element: <RemoteRoute /> },
]

type Props = { history: PageHistory; remotes: RemoteStore; releases: ReleaseWatch }

export function AppRouter({ history, remotes, releases }: Props) {
  const [shown, setShown] = useState(history.shown)
  useLayoutEffect(() => {
    const show = (entry: Entry, isUrgent: boolean) => {
      // A transition keeps the page responsive while the next one renders.
      if (isUrgent) flushSync(() => setShown(entry))
      else startTransition(() => setShown(entry))
    }
    return history.listen(show)
  }, [history])
  useLayoutEffect(() => history.scroll(shown), [history, shown])
  const { location, action } = shown
  return (
    <Router location={location} navigationType={action} navigator={history}>
      <ErrorBoundary Fallback={ShellErrorPage} resetKey={location.key}>
        <Root remotes={remotes} releases={releases} routes={ROUTES} />
      </ErrorBoundary>
    </Router>
  )
}
