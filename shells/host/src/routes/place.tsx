import { Loading } from '@andscene/web-kit/loading'
import { useSession } from '@andscene/web-kit/session'
import { ErrorBoundary } from '@andscene/web-kit/error-boundary'
import { useLayoutEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { preloadable } from '../federation/preloadable.tsx'
import { RemoteNavigation, RemoteScreen } from '../federation/remote-screen.tsx'
import type { RemotePlace } from '../federation/remote-store.ts'
import { useRemotes } from '../federation/remotes-context.ts'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { VisitorFrame } from './visitor-frame.tsx'

// antd and the query client come with the first signed-in route, not before.
const UserFrame = preloadable(async () => (await import('./user-frame.tsx')).UserFrame)

/** Finds the remote that fills the present path, guards it and frames it. */
export function Place() {
  const { pathname } = useLocation()
  const place = useRemotes().placeOf(pathname)
  if (!place) {
    return (
      <VisitorFrame>
        <NotFoundPage />
      </VisitorFrame>
    )
  }
  const screen = <RemoteScreen key={`${place.remote.name} ${place.route.path}`} place={place} />
  if (place.route.access !== 'user')
    return <VisitorFrame bare={place.route.bare ?? false}>{screen}</VisitorFrame>
  return <Guarded place={place}>{screen}</Guarded>
}

/** Signed-in routes: 'Loading...' while the session resolves, to / without one (SPEC §2). */
function Guarded({ place, children }: { place: RemotePlace; children: ReactNode }) {
  const { status } = useSession()
  if (status === 'anonymous') return <Navigate to="/" replace />
  if (status === 'loading') return <Resolving />
  if (status === 'leaving') return <Loading />
  const slot = place.remote.navigation ? <RemoteNavigation key={place.remote.name} place={place} /> : null
  return (
    <ErrorBoundary text={place.route.errorText} onRetry={() => location.reload()}>
      <UserFrame slot={slot}>{children}</UserFrame>
    </ErrorBoundary>
  )
}

/** While the identity service says who this is, all that the place will show is on its way. */
function Resolving() {
  const { pathname } = useLocation()
  const remotes = useRemotes()
  useLayoutEffect(() => {
    UserFrame.preload().catch(() => undefined)
    remotes.preload(pathname)
  }, [remotes, pathname])
  return <Loading />
}
