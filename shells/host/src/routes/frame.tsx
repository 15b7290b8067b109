import { ErrorBoundary } from '@andscene/web-kit/error-boundary'
import type { ReactNode, Ref } from 'react'
import { useLocation } from 'react-router-dom'
import { NavigationBar } from '../navigation/navigation-bar.tsx'
import { useSignOut } from '../session/use-sign-out.ts'
import { MAIN_ID } from './main-id.ts'

type Props = {
  /** The route's own sentence, when it cannot be shown (product §2). */
  errorText: string
  /** Shown alone, without the bar. */
  bare?: boolean | undefined
  /** The bar is the product's name alone. */
  plain?: boolean | undefined
  /** Gets the bar's element for what the remote adds to it. */
  slotRef?: Ref<HTMLDivElement> | undefined
  children: ReactNode
}

/**
 * What stands around every page: the bar, and the page with its boundary, where the skip link and a navigation put the
 * focus. One element for all that the page shows one after the other, so that the focus stays. Loads no antd.
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
