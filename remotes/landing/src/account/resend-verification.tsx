import { useVerificationEmail } from '@andscene/web-kit/use-verification-email'
import { Failure, Success, WideButton } from './account-card.tsx'
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
      <WideButton busy={sending.state === 'sending' && 'Sending...'} onClick={send}>
        Send New Verification Email
      </WideButton>
    </>
  )
}
