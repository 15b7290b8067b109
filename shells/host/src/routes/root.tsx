import { SnackbarProvider } from '@andscene/web-kit/snackbar'
import { useTooltips } from '@andscene/web-kit/tooltip'
import { useEffect, useRef } from 'react'
import { useLocation, useRoutes, type RouteObject } from 'react-router-dom'
import { RemotesContext, type RemoteStore } from '../federation/remote-store.ts'
import { RouteProgress } from '../loading/waiting.tsx'
import { DroppedFiles } from '../navigation/dropped-files.tsx'
import { NewVersion } from '../releases/new-version.tsx'
import { PreviewBadge } from '../releases/preview-badge.tsx'
import type { ReleaseWatch } from '../releases/release-watch.ts'
import '../releases/releases.css'
import { SignOutQuestion } from '../session/sign-out-question.tsx'
import { MAIN_ID } from './frame.tsx'

type Props = { remotes: RemoteStore; releases: ReleaseWatch; routes: RouteObject[] }

export function Root({ remotes, releases, routes }: Props) {
  useFocusOnNavigation()
  useTooltips()
  const { pathname } = useLocation()
  const route = useRoutes(routes)
  return (
    <RemotesContext value={remotes}>
      <SnackbarProvider page={pathname}>
        <a className="host-skip" href={`#${MAIN_ID}`}>
          Skip to content
        </a>
        <RouteProgress />
        <SignOutQuestion />
        <DroppedFiles />
        {route}
        <div className="host-corner">
          <NewVersion releases={releases} />
          <PreviewBadge />
        </div>
      </SnackbarProvider>
    </RemotesContext>
  )
}

/** Focuses a new page; otherwise the focus of a screen reader would be on a removed link. */
function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!hash) document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
  }, [pathname, hash])
}
