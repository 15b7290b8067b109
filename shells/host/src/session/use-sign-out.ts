import { LOGOUT_ERROR } from '@andscene/web-kit/identity-errors'
import { useSession } from '@andscene/web-kit/session'
import { useSnackbar } from '@andscene/web-kit/snackbar'

/** Signs out. The next page shows a failure, because the session has ended on this device already (product §8). */
export function useSignOut(): () => void {
  const { signOut } = useSession()
  const snackbar = useSnackbar()
  return () => void signOut().catch(() => snackbar.error(LOGOUT_ERROR))
}
