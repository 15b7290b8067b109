import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { AntdProvider } from '@andscene/web-kit/antd-provider'
import { LogoutIcon } from '@andscene/web-kit/icons/actions'
import { LOGOUT_ERROR } from '@andscene/web-kit/identity-errors'
import { PageTitle } from '@andscene/web-kit/page-title'
import { useSession } from '@andscene/web-kit/session'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { ThemeToggle } from '@andscene/web-kit/theme-toggle'
import { Button } from 'antd'
import { ChangePassword } from './change-password.tsx'
import { DefaultVoice } from './default-voice.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { NoteMail } from './note-mail.tsx'
import { ReadAloud } from './read-aloud.tsx'
import { Row, Section } from './section.tsx'
import styles from './settings-page.module.css'
import { Speed } from './speed.tsx'
import { VoiceCredits } from './voice-credits.tsx'
import { YourName } from './your-name.tsx'

export function SettingsPage() {
  const { user, signOut } = useSession()
  const snackbar = useSnackbar()
  const logout = () => signOut().catch(() => snackbar.error(LOGOUT_ERROR))
  return (
    <AntdProvider>
      <div className={styles.page}>
        <PageTitle>Settings</PageTitle>
        <h1 className={classNames(parts.pageTitle, styles.title)}>Settings</h1>
        <Section title="Account">
          <Row name={user?.displayName ?? 'Signed in'} hint={user?.email}>
            <Button icon={<LogoutIcon />} onClick={() => void logout()}>
              Logout
            </Button>
          </Row>
          <YourName />
          <ChangePassword />
        </Section>
        <Section title="Appearance">
          <Row name="Dark Mode" nameId="dark-mode" hint="Switch between light and dark themes">
            <ThemeToggle labelledBy="dark-mode" />
          </Row>
        </Section>
        <Section title="Reading">
          <Speed />
          <ReadAloud />
        </Section>
        <Section title="Notes" anchor="notes">
          <NoteMail />
        </Section>
        <Section title="Voice">
          <DefaultVoice />
          <VoiceCredits />
        </Section>
        <Section title="Danger zone" tone="danger">
          <DeleteAccount />
        </Section>
      </div>
    </AntdProvider>
  )
}
