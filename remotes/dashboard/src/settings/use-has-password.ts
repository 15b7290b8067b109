import { hasPassword } from '@andscene/web-kit/identity'
import { useSession } from '@andscene/web-kit/session'
import { useQuery } from '@tanstack/react-query'

/** Shown while the identity service is unavailable. */
export const UNKNOWN_SIGN_IN = 'Failed to find out how you sign in. Please try again.'

/** Whether the user has a password, or signs in with Google only. */
export function useHasPassword() {
  const uid = useSession().user?.uid
  return useQuery({ queryKey: ['has-password', uid], queryFn: hasPassword })
}
