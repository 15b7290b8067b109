import { useSession } from '@andscene/web-kit/session'
import { rememberPage } from '@andscene/web-kit/wanted-page'
import { useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createPath, Navigate, useLocation } from 'react-router-dom'
import { preloadable } from '../federation/preloadable.tsx'
import { MissingRemote, RemoteNavigation, RemoteScreen } from '../federation/remote-screen.tsx'
import { useRemotes } from '../federation/remotes-context.ts'
import { Waiting } from '../loading/waiting.tsx'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { SignInNotice } from '../session/sign-in-notice.tsx'
import { Frame } from './frame.tsx'
import { productRouteOf } from './product-routes.ts'

// The query client comes with the first signed-in route, not before.
const UserFrame = preloadable(
  async () => (await import(/* webpackChunkName: "user-frame" */ './user-frame.tsx')).UserFrame,
)

/** Finds the remote that fills the present path, guards it and frames it. */
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

/** Signed-in routes: 'Loading...' while the session resolves, to / without one (product §2). The bar is there at once. */
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
 * To / (product §2). A visitor is led back once they have signed in. Of a session that has ended the session itself keeps the
 * page, or forgets it.
 */
function ToLanding({ remembers }: { remembers: boolean }) {
  const location = useLocation()
  const path = createPath(location)
  useLayoutEffect(() => {
    if (remembers) rememberPage(path)
  }, [remembers, path])
  return <Navigate to="/" replace />
}

/** While the identity service says who this is, all that the screen will show is on its way. */
function Resolving() {
  const { pathname } = useLocation()
  const remotes = useRemotes()
  useLayoutEffect(() => {
    UserFrame.preload().catch(() => undefined)
    remotes.preload(pathname)
  }, [remotes, pathname])
  return <Waiting />
}
