import { useSession } from '@andscene/web-kit/session'
import { rememberPage } from '@andscene/web-kit/wanted-page'
import { useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createPath, Navigate, useLocation } from 'react-router-dom'
import { preloadable } from '../federation/preloadable.tsx'
import { MissingRemote, RemoteNavigation, RemoteScreen } from '../federation/remote-screen.tsx'
import { useRemotes } from '../federation/remote-store.ts'
import { Waiting } from '../loading/waiting.tsx'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { SignInNotice } from '../session/sign-in-notice.tsx'
import { Frame } from './frame.tsx'
import { productRouteOf } from './product-routes.ts'

// Loads the query client, which only signed-in routes need.
const UserFrame = preloadable(
  async () => (await import(/* webpackChunkName: "user-frame" */ './user-frame.tsx')).UserFrame,
)

export function RemoteRoute() {
  const { pathname } = useLocation()
  const remotes = useRemotes()
  useSyncExternalStore(remotes.subscribe, remotes.revision)
  const match = remotes.matchOf(pathname)
  const route = match?.route ?? productRouteOf(pathname)
  if (!route) {
    return (
      <Frame errorText="An error occurred while rendering this page.">
        <NotFoundPage />
      </Frame>
    )
  }
  const screen = match ? (
    <RemoteScreen key={`${match.remote.name} ${route.path}`} match={match} />
  ) : (
    <MissingRemote key={route.path} route={route} />
  )
  if (route.access !== 'user') {
    return (
      <Frame errorText={route.errorText} bare={route.bare} plain={route.access === 'guest'}>
        {pathname === '/' && <SignInNotice />}
        {screen}
      </Frame>
    )
  }
  const slot = match?.remote.navigation ? <RemoteNavigation key={match.remote.name} match={match} /> : null
  return (
    <Guarded errorText={route.errorText} slot={slot}>
      {screen}
    </Guarded>
  )
}

type GuardedProps = { errorText: string; slot: ReactNode; children: ReactNode }

/**
 * Guards signed-in routes: 'Loading...' while the session resolves, / without one (product §2). The bar shows
 * immediately.
 */
function Guarded({ errorText, slot, children }: GuardedProps) {
  const { status } = useSession()
  const [slotElement, setSlotElement] = useState<HTMLElement | null>(null)
  const [isVisitor, setIsVisitor] = useState(true)
  if (isVisitor && (status === 'authenticated' || status === 'leaving')) setIsVisitor(false)
  if (status === 'anonymous') return <ToLanding remembers={isVisitor} />
  return (
    <Frame errorText={errorText} slotRef={setSlotElement}>
      {status === 'authenticated' ? (
        <UserFrame slot={slot} slotElement={slotElement}>
          {children}
        </UserFrame>
      ) : status === 'loading' ? (
        <Resolving />
      ) : (
        <Waiting />
      )}
    </Frame>
  )
}

/**
 * Redirects to / (product §2) and stores the page for a visitor. At the end of a session, the session stores the page.
 */
function ToLanding({ remembers }: { remembers: boolean }) {
  const location = useLocation()
  const path = createPath(location)
  useLayoutEffect(() => {
    if (remembers) rememberPage(path)
  }, [remembers, path])
  return <Navigate to="/" replace />
}

function Resolving() {
  const { pathname } = useLocation()
  const remotes = useRemotes()
  useLayoutEffect(() => {
    UserFrame.preload().catch(() => undefined)
    remotes.preload(pathname)
  }, [remotes, pathname])
  return <Waiting />
}
