import { Loading } from '@andscene/web-kit/loading'
import { useSession } from '@andscene/web-kit/session'
import { ErrorBoundary } from '@andscene/web-kit/error-boundary'
import { useLayoutEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { preloadable } from '../federation/preloadable.tsx'
import { RemoteNavigation, RemoteScreen } from '../federation/remote-screen.tsx'
import type { RemoteMatch } from '../federation/remote-store.ts'
import { useRemotes } from '../federation/remotes-context.ts'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { VisitorFrame } from './visitor-frame.tsx'

// antd and the query client come with the first signed-in route, not before.
const UserFrame = preloadable(
  async () => (await import(/* webpackChunkName: "user-frame" */ './user-frame.tsx')).UserFrame,
)

/** Finds the remote that fills the present path, guards it and frames it. */
export function RemoteRoute() {
  const { pathname } = useLocation()
  const match = useRemotes().matchOf(pathname)
  if (!match) {
    return (
      <VisitorFrame>
        <NotFoundPage />
      </VisitorFrame>
    )
  }
  const screen = <RemoteScreen key={`${match.remote.name} ${match.route.path}`} match={match} />
  if (match.route.access !== 'user')
    return <VisitorFrame bare={match.route.bare ?? false}>{screen}</VisitorFrame>
  return <Guarded match={match}>{screen}</Guarded>
}

/** Signed-in routes: 'Loading...' while the session resolves, to / without one (product §2). */
function Guarded({ match, children }: { match: RemoteMatch; children: ReactNode }) {
  const { status } = useSession()
  if (status === 'anonymous') return <Navigate to="/" replace />
  if (status === 'loading') return <Resolving />
  if (status === 'leaving') return <Loading />
  const slot = match.remote.navigation ? <RemoteNavigation key={match.remote.name} match={match} /> : null
  return (
    <ErrorBoundary text={match.route.errorText} onRetry={() => location.reload()}>
      <UserFrame slot={slot}>{children}</UserFrame>
    </ErrorBoundary>
  )
}

/** While the identity service says who this is, all that the screen will show is on its way. */
function Resolving() {
  const { pathname } = useLocation()
  const remotes = useRemotes()
  useLayoutEffect(() => {
    UserFrame.preload().catch(() => undefined)
    remotes.preload(pathname)
  }, [remotes, pathname])
  return <Loading />
}
