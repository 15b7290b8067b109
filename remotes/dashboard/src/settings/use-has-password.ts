import { hasPassword } from '@andscene/web-kit/identity'
import { useSession } from '@andscene/web-kit/session'
import { useQuery } from '@tanstack/react-query'

/** Whether the person signs in with a password, or by Google alone; undefined until it is known. */
export function useHasPassword(): boolean | undefined {
  const uid = useSession().user?.uid
  return useQuery({ queryKey: ['has-password', uid], queryFn: hasPassword }).data
}
