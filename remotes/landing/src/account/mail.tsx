import { useVerificationEmail } from '@andscene/web-kit/use-verification-email'
import { Failure, Success, WideButton } from './account-card.tsx'
import { mailboxAddress } from '@andscene/web-kit/config'
import { Link } from 'react-router-dom'
import styles from './account.module.css'
import { icon } from '@andscene/web-kit/icons/icon'

export const MailIcon = /* @__PURE__ */ icon(
  'M3 5.5h14v9.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM3.3 5.8 10 11l6.7-5.2',
)

/**
 * 'Send New Verification Email' with its sending and sent states (product §2, §4). `linked`: the page already links to
 * the mailbox.
 */
export function ResendVerification({ linked = false }: { linked?: boolean }) {
  const { sending, send } = useVerificationEmail()
  if (sending.state === 'sent')
    return (
      <>
        <Success inPlace>Verification email sent! Please check your inbox.</Success>
        {!linked && <MailboxLink />}
      </>
    )
  return (
    <>
      {sending.state === 'failed' && <Failure>{sending.error}</Failure>}
      <WideButton busy={sending.state === 'sending' && 'Sending...'} onClick={send}>
        Send New Verification Email
      </WideButton>
    </>
  )
}

/** A link to the development mailbox, if the identity service is embedded and no mail is sent (decision 0024). */
export function MailboxLink() {
  if (!mailboxAddress()) return null
  return (
    <Link to="/mailbox" className={`as-button ${styles.wide}`}>
      <MailIcon size={20} />
      Open the development mailbox
    </Link>
  )
}
