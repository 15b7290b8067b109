import { hasPassword } from '@andscene/web-kit/identity'
import { useSession } from '@andscene/web-kit/session'
import { useQuery } from '@tanstack/react-query'

export const UNKNOWN_SIGN_IN = 'Failed to find out how you sign in. Please try again.'

export function useHasPassword() {
  const uid = useSession().user?.uid
  return useQuery({ queryKey: ['has-password', uid], queryFn: hasPassword })
}
