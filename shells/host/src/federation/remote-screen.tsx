import { ErrorBoundary } from '@andscene/web-kit/error-boundary'
import { useSyncExternalStore } from 'react'
import { useRoutes } from 'react-router-dom'
import { useRemotes } from './remotes-context.ts'
import type { RemoteMatch, RemoteStore } from './remote-store.ts'

/** Draws a part of the remote again when it was forgotten, whoever asked for it. */
const useAttempt = (remotes: RemoteStore, { remote }: RemoteMatch): number =>
  useSyncExternalStore(remotes.subscribe, () => remotes.attempt(remote))

/** A route filled by a remote. Whatever goes wrong in it costs this route only: its sentence, and a Retry that loads anew. */
export function RemoteScreen({ match }: { match: RemoteMatch }) {
  const remotes = useRemotes()
  useAttempt(remotes, match)
  const Screen = remotes.screen(match.remote)
  return (
    <ErrorBoundary text={match.route.errorText} onRetry={() => remotes.forget(match.remote)}>
      {/* oxlint-disable-next-line react/static-components -- the store keeps one per remote */}
      <Screen />
    </ErrorBoundary>
  )
}

/** A remote's part of the navigation bar, on its own routes. Without it the bar is only emptier. */
export function RemoteNavigation({ match }: { match: RemoteMatch }) {
  const remotes = useRemotes()
  const attempt = useAttempt(remotes, match)
  const Navigation = remotes.navigation(match.remote)
  // Below the route's own path, so that the remote reads its parameters as on its page.
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
