import { useSession } from '@andscene/web-kit/session'
import { createPath, useLocation } from 'react-router-dom'
import styles from './account.module.css'

/** Signs out, and returns to this page after the next sign-in. */
export function SwitchAccount() {
  const page = createPath(useLocation())
  const { signOut } = useSession()
  return (
    <button
      type="button"
      className={`as-button as-button-primary ${styles.wide}`}
      // The next start of the page finishes a failed sign-out.
      onClick={() => void signOut(page).catch(() => undefined)}
    >
      Switch account
    </button>
  )
}
