import { ErrorBoundary } from '@andscene/web-kit/error-boundary'
import { LOGOUT_ERROR } from '@andscene/web-kit/identity-errors'
import { useSession } from '@andscene/web-kit/session'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import type { ReactNode, Ref } from 'react'
import { useLocation } from 'react-router-dom'
import { NavigationBar } from '../navigation/navigation-bar.tsx'

type Props = {
  /** The route's error text (product §2). */
  errorText: string
  bare?: boolean | undefined
  plain?: boolean | undefined
  /** Receives the bar's element for the remote's part. */
  slotRef?: Ref<HTMLDivElement> | undefined
  children: ReactNode
}

/**
 * The bar and the page with its error boundary. The skip link and navigations focus `main`, which stays mounted. Does
 * not use antd.
 */
export function Frame({ errorText, bare, plain, slotRef, children }: Props) {
  const signOut = useSignOut()
  const { pathname } = useLocation()
  return (
    <>
      {!bare && (
        <ErrorBoundary resetKey={pathname}>
          <NavigationBar plain={plain} slotRef={slotRef} onSignOut={signOut} />
        </ErrorBoundary>
      )}
      <main id={MAIN_ID} className="host-main" tabIndex={-1}>
        <ErrorBoundary text={errorText} resetKey={pathname}>
          {children}
        </ErrorBoundary>
      </main>
    </>
  )
}

/** Signs out. The next page shows a failure, because the session has already ended on this device (product §8). */
function useSignOut(): () => void {
  const { signOut } = useSession()
  const snackbar = useSnackbar()
  return () => void signOut().catch(() => snackbar.error(LOGOUT_ERROR))
}

export const MAIN_ID = 'main'
