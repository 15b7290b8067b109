import { useLocation } from 'react-router-dom'

/** Passes the e-mail address to the next account page: in the router's state, because URLs are logged. */
export const withEmail = (email: string) => ({ state: { email: email.trim() } })

/** The address that came with the navigation, or an empty string. */
export function useKnownEmail(): string {
  const state: unknown = useLocation().state
  const known = typeof state === 'object' && state !== null && 'email' in state ? state.email : ''
  return typeof known === 'string' ? known : ''
}
