import { useSession } from '@andscene/web-kit/session'
import { createPath, useLocation } from 'react-router-dom'
import styles from './account.module.css'

/** Signs out, and leads back to this page once another account is signed in. */
export function SwitchAccount() {
  const page = createPath(useLocation())
  const { signOut } = useSession()
  return (
    <button
      type="button"
      className={`as-button as-button-primary ${styles.wide}`}
      // What fails is finished by the next start of the page.
      onClick={() => void signOut(page).catch(() => undefined)}
    >
      Switch account
    </button>
  )
}
