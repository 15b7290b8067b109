import { ErrorBoundary } from '@andscene/web-kit/error-boundary'
import { useState } from 'react'
import { useRoutes } from 'react-router-dom'
import { useRemotes } from './remotes-context.ts'
import type { RemotePlace } from './remote-store.ts'

/** A place filled by a remote. Whatever goes wrong in it costs this place only: its sentence, and a Retry that loads anew. */
export function RemoteScreen({ place }: { place: RemotePlace }) {
  const remotes = useRemotes()
  const [, setAttempt] = useState(0)
  const Screen = remotes.screen(place.remote)
  const retry = () => {
    remotes.forget(place.remote)
    setAttempt((attempt) => attempt + 1)
  }
  return (
    <ErrorBoundary text={place.route.errorText} onRetry={retry}>
      {/* oxlint-disable-next-line react/static-components -- the store keeps one per remote */}
      <Screen />
    </ErrorBoundary>
  )
}

/** A remote's part of the navigation bar, on its own routes. Without it the bar is only emptier. */
export function RemoteNavigation({ place }: { place: RemotePlace }) {
  const remotes = useRemotes()
  const Navigation = remotes.navigation(place.remote)
  // Below the route's own path, so that the remote reads its parameters as on its page.
  return useRoutes([
    {
      path: place.route.path,
      element: (
        <ErrorBoundary quiet>
          {/* oxlint-disable-next-line react/static-components -- the store keeps one per remote */}
          <Navigation />
        </ErrorBoundary>
      ),
    },
  ])
}
