import { mailboxAddress } from '@andscene/web-kit/config'
import { Link } from 'react-router-dom'
import styles from './account.module.css'
import { MailIcon } from './icons.tsx'

/** A link to the development mailbox, if identity is embedded and no mail is sent (decision 0024). */
export function MailboxLink() {
  if (!mailboxAddress()) return null
  return (
    <Link to="/mailbox" className={`as-button ${styles.wide}`}>
      <MailIcon size={20} />
      Open the development mailbox
    </Link>
  )
}
