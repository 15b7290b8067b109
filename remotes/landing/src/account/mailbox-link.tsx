import { mailboxAddress } from '@andscene/web-kit/config'
import { Link } from 'react-router-dom'
import styles from './account.module.css'
import { MailIcon } from './icons.tsx'

/** Where identity is embedded no mail is sent: the way to what would have been (decision 0024). */
export function MailboxLink() {
  if (!mailboxAddress()) return null
  return (
    <Link to="/mailbox" className={`as-button ${styles.wide}`}>
      <MailIcon size={20} />
      Open the development mailbox
    </Link>
  )
}
