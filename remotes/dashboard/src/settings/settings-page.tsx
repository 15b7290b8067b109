import { LogoutIcon } from '@andscene/web-kit/icons/actions'
import { LOGOUT_ERROR } from '@andscene/web-kit/identity-errors'
import { PageTitle } from '@andscene/web-kit/page-title'
import { useSession } from '@andscene/web-kit/session'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { ThemeToggle } from '@andscene/web-kit/theme-toggle'
import { Button } from 'antd'
import { ReadAloud } from './read-aloud.tsx'
import styles from './settings-page.module.css'

/** Settings (product §2): appearance, and the way out. */
export function SettingsPage() {
  const { user, signOut } = useSession()
  const snackbar = useSnackbar()
  const logout = () => signOut().catch(() => snackbar.error(LOGOUT_ERROR))
  return (
    <div className={styles.page}>
      <PageTitle>Settings</PageTitle>
      <h1 className={styles.title}>Settings</h1>
      <section className={styles.section} aria-labelledby="appearance">
        <h2 id="appearance" className={styles.heading}>
          Appearance
        </h2>
        <div className={styles.row}>
          <div className={styles.words}>
            <h3 id="dark-mode" className={styles.name}>
              Dark Mode
            </h3>
            <p className={styles.hint}>Switch between light and dark themes</p>
          </div>
          <ThemeToggle labelledBy="dark-mode" />
        </div>
      </section>
      <ReadAloud />
      <section className={styles.section} aria-labelledby="account">
        <h2 id="account" className={styles.heading}>
          Account
        </h2>
        <div className={styles.row}>
          <div className={styles.words}>
            <h3 className={styles.name} dir="auto">
              {user?.displayName ?? 'Signed in'}
            </h3>
            <p className={styles.hint}>{user?.email}</p>
          </div>
          <Button icon={<LogoutIcon />} onClick={() => void logout()}>
            Logout
          </Button>
        </div>
      </section>
    </div>
  )
}
