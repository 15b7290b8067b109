import { mailboxAddress } from '@andscene/web-kit/config'
import { AlertIcon, DoneIcon } from '@andscene/web-kit/icons/things'
import { refreshSession, useSession } from '@andscene/web-kit/session'
import { useVerificationEmail } from '@andscene/web-kit/use-verification-email'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'

/** Shown while the address is not verified (product §6). */
export function UnverifiedNotice() {
  const { user } = useSession()
  const { sending, send } = useVerificationEmail()
  const unverified = user !== null && !user.emailVerified

  useEffect(() => {
    if (!unverified) return
    // The link opens in another tab, so check again when this tab is visible.
    const ask = () => {
      if (document.visibilityState === 'visible') void refreshSession().catch(() => undefined)
    }
    document.addEventListener('visibilitychange', ask)
    return () => document.removeEventListener('visibilitychange', ask)
  }, [unverified])

  if (!unverified) return null

  const { state } = sending
  return (
    <output className="host-notice" data-state={state}>
      {state === 'sent' ? <DoneIcon /> : <AlertIcon />}
      <span className="host-notice-text">
        {state === 'sent'
          ? 'Verification email sent! Please check your inbox.'
          : state === 'failed'
            ? sending.error
            : `Please verify ${user.email ?? 'your email address'}.`}
      </span>
      {state === 'sent' ? (
        // If no mail is sent, the e-mail is in the mailbox (decision 0024).
        mailboxAddress() && <Link to="/mailbox">Open the development mailbox</Link>
      ) : (
        <button type="button" className="as-button" aria-disabled={state === 'sending'} onClick={send}>
          {state === 'sending' && <span className="as-spinner" aria-hidden="true" />}
          Send New Verification Email
        </button>
      )}
    </output>
  )
}
