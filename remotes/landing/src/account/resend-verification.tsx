import { useVerificationEmail } from '@andscene/web-kit/use-verification-email'
import { Failure, Success } from './account-card.tsx'
import styles from './account.module.css'
import { MailboxLink } from './mailbox-link.tsx'

/**
 * 'Send New Verification Email' with its sending and sent states (product §2, §4). `linked`: the page has a link to the
 * mailbox already.
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
      <button
        type="button"
        className={`as-button ${styles.wide}`}
        aria-disabled={sending.state === 'sending'}
        onClick={() => sending.state !== 'sending' && send()}
      >
        {sending.state === 'sending' ? 'Sending...' : 'Send New Verification Email'}
      </button>
    </>
  )
}
