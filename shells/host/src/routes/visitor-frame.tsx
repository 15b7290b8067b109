import type { ReactNode } from 'react'
import { NavigationBar } from '../navigation/navigation-bar.tsx'
import { useSignOut } from '../session/use-sign-out.ts'
import { MAIN_ID } from './root.tsx'

/** The frame of what anyone may see. Loads no antd. */
export function VisitorFrame({ bare = false, children }: { bare?: boolean; children: ReactNode }) {
  const signOut = useSignOut()
  return (
    <>
      {!bare && <NavigationBar onSignOut={signOut} />}
      <main id={MAIN_ID} className="host-main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
