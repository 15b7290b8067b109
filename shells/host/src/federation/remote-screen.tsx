import type { RemoteRoute } from '@andscene/contracts/platform'
import { ErrorBoundary, ErrorPanel } from '@andscene/web-kit/error-boundary'
import { useState, useSyncExternalStore } from 'react'
import { useLocation, useRoutes } from 'react-router-dom'
import { Waiting } from '../loading/waiting.tsx'
import { useRemotes, type RemoteMatch, type RemoteStore } from './remote-store.ts'

/** Renders a part of the remote again after `forget`. */
const useAttempt = (remotes: RemoteStore, { remote }: RemoteMatch): number =>
  useSyncExternalStore(remotes.subscribe, () => remotes.attempt(remote))

/** A route of a remote. An error shows the route's error text, with a Retry that loads the remote again. */
export function RemoteScreen({ match }: { match: RemoteMatch }) {
  const remotes = useRemotes()
  const { pathname } = useLocation()
  useAttempt(remotes, match)
  const Screen = remotes.screen(match.remote)
  return (
    <ErrorBoundary
      text={match.route.errorText}
      resetKey={pathname}
      onRetry={() => remotes.forget(match.remote)}
    >
      {/* oxlint-disable-next-line react/static-components -- the store keeps one per remote */}
      <Screen />
    </ErrorBoundary>
  )
}

/** A path of the product without a remote in the registry. Retry reads the registry again. */
export function MissingRemote({ route }: { route: RemoteRoute }) {
  const remotes = useRemotes()
  const [isLooking, setLooking] = useState(false)
  if (isLooking) return <Waiting />
  const retry = async () => {
    setLooking(true)
    await remotes.lookAgain()
    setLooking(false)
  }
  const error = new Error(`No remote of the registry fills ${route.path}`)
  return <ErrorPanel error={error} text={route.errorText} onRetry={() => void retry()} />
}

/** A remote's part of the navigation bar. After an error it is omitted. */
export function RemoteNavigation({ match }: { match: RemoteMatch }) {
  const remotes = useRemotes()
  const attempt = useAttempt(remotes, match)
  const Navigation = remotes.navigation(match.remote)
  // Below the route's path, so that the remote can read its parameters.
  return useRoutes([
    {
      path: match.route.path,
      element: (
        <ErrorBoundary quiet key={attempt}>
          {/* oxlint-disable-next-line react/static-components -- the store keeps one per remote */}
          <Navigation />
        </ErrorBoundary>
      ),
    },
  ])
}
