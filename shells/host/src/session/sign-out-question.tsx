import { LOGOUT_ERROR } from '@andscene/web-kit/identity-errors'
import { setSignOutQuestion } from '@andscene/web-kit/session'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useEffect } from 'react'

/** Asks before a sign-out that would delete notes which are not sent, wherever the button is (product §12). */
export function SignOutQuestion() {
  const snackbar = useSnackbar()
  useEffect(
    () =>
      setSignOutQuestion((unsent, leave) => {
        const sentence =
          unsent === 1
            ? 'You have an unsent note on this device. Logging out deletes it.'
            : `You have ${unsent} unsent notes on this device. Logging out deletes them.`
        const run = () => void leave().catch(() => snackbar.error(LOGOUT_ERROR))
        snackbar.error(sentence, { action: { label: 'Log out and delete', run } })
      }),
    [snackbar],
  )
  return null
}
