import { ErrorBoundary } from '@andscene/web-kit/error-boundary'
import { queryClient } from '@andscene/web-kit/query-client'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { UnverifiedNotice } from '../session/unverified-notice.tsx'

type Props = {
  slot: ReactNode
  slotElement: HTMLElement | null
  children: ReactNode
}

/** The parts of signed-in routes: the query client, the remote's part of the bar, the notice. Uses no antd. */
export function UserFrame({ slot, slotElement, children }: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      {slotElement && createPortal(slot, slotElement)}
      <ErrorBoundary>
        <UnverifiedNotice />
      </ErrorBoundary>
      {children}
    </QueryClientProvider>
  )
}
