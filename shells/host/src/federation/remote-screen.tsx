import { ErrorBoundary } from '@andscene/web-kit/error-boundary'
import { useSyncExternalStore } from 'react'
import { useRoutes } from 'react-router-dom'
import { useRemotes } from './remotes-context.ts'
import type { RemotePlace, RemoteStore } from './remote-store.ts'

/** Draws a part of the remote again when it was forgotten, whoever asked for it. */
const useAttempt = (remotes: RemoteStore, { remote }: RemotePlace): number =>
  useSyncExternalStore(remotes.subscribe, () => remotes.attempt(remote))

/** A place filled by a remote. Whatever goes wrong in it costs this place only: its sentence, and a Retry that loads anew. */
export function RemoteScreen({ place }: { place: RemotePlace }) {
  const remotes = useRemotes()
  useAttempt(remotes, place)
  const Screen = remotes.screen(place.remote)
  return (
    <ErrorBoundary text={place.route.errorText} onRetry={() => remotes.forget(place.remote)}>
      {/* oxlint-disable-next-line react/static-components -- the store keeps one per remote */}
      <Screen />
    </ErrorBoundary>
  )
}

/** A remote's part of the navigation bar, on its own routes. Without it the bar is only emptier. */
export function RemoteNavigation({ place }: { place: RemotePlace }) {
  const remotes = useRemotes()
  const attempt = useAttempt(remotes, place)
  const Navigation = remotes.navigation(place.remote)
  // Below the route's own path, so that the remote reads its parameters as on its page.
  return useRoutes([
    {
      path: place.route.path,
      element: (
        <ErrorBoundary quiet key={attempt}>
          {/* oxlint-disable-next-line react/static-components -- the store keeps one per remote */}
          <Navigation />
        </ErrorBoundary>
      ),
    },
  ])
}
