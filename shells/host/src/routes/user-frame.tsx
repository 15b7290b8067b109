import { AntdProvider } from '@andscene/web-kit/antd-provider'
import { queryClient } from '@andscene/web-kit/query-client'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NavigationBar } from '../navigation/navigation-bar.tsx'
import { UnverifiedNotice } from '../session/unverified-notice.tsx'
import { useSignOut } from '../session/use-sign-out.ts'
import { MAIN_ID } from './root.tsx'

type Props = { slot: ReactNode; children: ReactNode }

/** The frame of the signed-in routes: antd, the query client, the bar with the remote's part, the notice. */
export function UserFrame(props: Props) {
  return (
    <AntdProvider>
      <QueryClientProvider client={queryClient}>
        <Framed {...props} />
      </QueryClientProvider>
    </AntdProvider>
  )
}

function Framed({ slot, children }: Props) {
  const signOut = useSignOut()
  return (
    <>
      <NavigationBar slot={slot} onSignOut={signOut} />
      <UnverifiedNotice />
      <main id={MAIN_ID} className="host-main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
