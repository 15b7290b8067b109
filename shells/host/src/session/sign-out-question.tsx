import { LOGOUT_ERROR } from '@andscene/web-kit/identity-errors'
import { setSignOutQuestion, useSession } from '@andscene/web-kit/session'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useEffect, useRef, useState } from 'react'
import styles from './sign-out-question.module.css'

type Asked = { unsent: number; leave: () => Promise<void> }

/** Asks before a sign-out that would delete unsent notes (product §12). */
export function SignOutQuestion() {
  const snackbar = useSnackbar()
  const { status } = useSession()
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => setSignOutQuestion((unsent, leave) => setAsked({ unsent, leave })), [])
  const isOpen = asked !== undefined && status === 'authenticated'
  // Only a closed dialog restores the focus.
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])

  if (!asked) return null
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      className={styles.question}
      role="alertdialog"
      aria-labelledby="sign-out-question"
      aria-describedby="sign-out-unsent"
      onClose={() => setAsked(undefined)}
    >
      <h2 id="sign-out-question">Log out?</h2>
      <p id="sign-out-unsent">
        {asked.unsent === 1
          ? 'You have an unsent note on this device. Logging out deletes it.'
          : `You have ${asked.unsent} unsent notes on this device. Logging out deletes them.`}
      </p>
      <div className={styles.answers}>
        <button type="button" className="as-button" onClick={close}>
          Stay signed in
        </button>
        <button
          type="button"
          className={`as-button ${styles.delete}`}
          onClick={() => {
            close()
            void asked.leave().catch(() => snackbar.error(LOGOUT_ERROR))
          }}
        >
          Log out and delete
        </button>
      </div>
    </dialog>
  )
}
