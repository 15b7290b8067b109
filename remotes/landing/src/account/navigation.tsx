import { useSession } from '@andscene/web-kit/session'
import { createPath, useLocation, Navigate } from 'react-router-dom'
import { WideButton } from './account-card.tsx'
import { reachPage, wantedPage } from '@andscene/web-kit/wanted-page'
import { useEffect, useState } from 'react'

/** Signs out, and returns to this page after the next sign-in. */
export function SwitchAccount() {
  const page = createPath(useLocation())
  const { signOut } = useSession()
  return (
    // The next start of the page finishes a failed sign-out.
    <WideButton primary onClick={() => void signOut(page).catch(() => undefined)}>
      Switch account
    </WideButton>
  )
}

/** Replaces a sign-in form with the wanted page, or the dashboard, once the user is signed in. */
export function SignedIn() {
  const [page] = useState(wantedPage)
  useEffect(() => reachPage(), [])
  return <Navigate to={page ?? '/dashboard'} replace />
}

/** Passes the e-mail address to the next account page: in the router's state, because URLs are logged. */
export const withEmail = (email: string) => ({ state: { email: email.trim() } })

/** Returns the e-mail address passed by the navigation, or an empty string. */
export function useKnownEmail(): string {
  const state: unknown = useLocation().state
  const known = typeof state === 'object' && state !== null && 'email' in state ? state.email : ''
  return typeof known === 'string' ? known : ''
}
