import { useLocation } from 'react-router-dom'

/** The e-mail address that one account screen hands to the next: in the router's state, because addresses of pages are logged. */
export const withEmail = (email: string) => ({ state: { email: email.trim() } })

/** The address that came with the navigation, else nothing. */
export function useKnownEmail(): string {
  const state: unknown = useLocation().state
  const known = typeof state === 'object' && state !== null && 'email' in state ? state.email : ''
  return typeof known === 'string' ? known : ''
}
