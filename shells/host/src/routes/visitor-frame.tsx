import { useSession } from '@andscene/web-kit/session'
import type { ReactNode } from 'react'
import { NavigationBar } from '../navigation/navigation-bar.tsx'
import { MAIN_ID } from './root.tsx'

/** The frame of what anyone may see. Loads no antd. */
export function VisitorFrame({ bare = false, children }: { bare?: boolean; children: ReactNode }) {
  const { signOut } = useSession()
  return (
    <>
      {!bare && <NavigationBar onSignOut={() => void signOut().catch(() => undefined)} />}
      <main id={MAIN_ID} className="host-main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
