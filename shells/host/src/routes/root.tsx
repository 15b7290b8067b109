import { SnackbarProvider } from '@andscene/web-kit/snackbar'
import { useTooltips } from '@andscene/web-kit/tooltip'
import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { RemotesContext } from '../federation/remotes-context.ts'
import type { RemoteStore } from '../federation/remote-store.ts'
import { RouteProgress } from '../loading/route-progress.tsx'

export const MAIN_ID = 'main'

/** What stands around every route. */
export function Root({ remotes }: { remotes: RemoteStore }) {
  useFocusOnNavigation()
  useTooltips()
  const { pathname } = useLocation()
  return (
    <RemotesContext value={remotes}>
      <SnackbarProvider page={pathname}>
        <a className="host-skip" href={`#${MAIN_ID}`}>
          Skip to content
        </a>
        <RouteProgress />
        <Outlet />
        <ScrollRestoration />
      </SnackbarProvider>
    </RemotesContext>
  )
}

/** A new page takes the focus, or a screen reader would stay on the link that is gone. */
function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!hash) document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
  }, [pathname, hash])
}
