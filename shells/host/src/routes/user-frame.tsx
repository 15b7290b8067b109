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

/** Inline scripts, styles and event handlers, which prerendered pages must not contain. */
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
