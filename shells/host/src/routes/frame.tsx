import { ErrorBoundary } from '@andscene/web-kit/error-boundary'
import type { ReactNode, Ref } from 'react'
import { useLocation } from 'react-router-dom'
import { NavigationBar } from '../navigation/navigation-bar.tsx'
import { useSignOut } from '../session/use-sign-out.ts'
import { MAIN_ID } from './root.tsx'

type Props = {
  /** The route's own sentence, when it cannot be shown (product §2). */
  errorText: string
  /** Shown alone, without the bar. */
  bare?: boolean | undefined
  /** The bar of a signed-in route, while it is not yet known who this is. */
  isUserRoute?: boolean | undefined
  /** Gets the bar's element for what the remote adds to it. */
  slotRef?: Ref<HTMLDivElement> | undefined
  children: ReactNode
}

/** What stands around every page: the bar, and a boundary with the route's sentence. Loads no antd. */
export function Frame({ errorText, bare, isUserRoute, slotRef, children }: Props) {
  const signOut = useSignOut()
  const { pathname } = useLocation()
  return (
    <>
      {!bare && (
        <ErrorBoundary resetKey={pathname}>
          <NavigationBar isUserRoute={isUserRoute} slotRef={slotRef} onSignOut={signOut} />
        </ErrorBoundary>
      )}
      <ErrorBoundary text={errorText} resetKey={pathname} wrap={inMain}>
        {children}
      </ErrorBoundary>
    </>
  )
}

/** The page itself: where the skip link and a navigation put the focus. */
export const Main = ({ children }: { children: ReactNode }) => (
  <main id={MAIN_ID} className="host-main" tabIndex={-1}>
    {children}
  </main>
)

const inMain = (panel: ReactNode) => <Main>{panel}</Main>
