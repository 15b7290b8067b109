import { hasPassword } from '@andscene/web-kit/identity'
import { useSession } from '@andscene/web-kit/session'
import { useQuery } from '@tanstack/react-query'

/** Why neither the password nor the account can be changed now: the identity service says nothing of the person. */
export const UNKNOWN_SIGN_IN = 'Failed to find out how you sign in. Please try again.'

/** Whether the person signs in with a password, or by Google alone. */
export function useHasPassword() {
  const uid = useSession().user?.uid
  return useQuery({ queryKey: ['has-password', uid], queryFn: hasPassword })
}
