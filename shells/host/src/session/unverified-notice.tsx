import { mailboxAddress } from '@andscene/web-kit/config'
import { refreshSession, useSession } from '@andscene/web-kit/session'
import { useVerificationEmail } from '@andscene/web-kit/use-verification-email'
import { Alert, Button } from 'antd'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'

/** Someone whose address is not verified may use everything, and sees this (product §6). */
export function UnverifiedNotice() {
  const { user } = useSession()
  const { sending, send } = useVerificationEmail()
  const unverified = user !== null && !user.emailVerified

  useEffect(() => {
    if (!unverified) return
    // The link opens in another tab, so ask again when this one is shown.
    const ask = () => {
      if (document.visibilityState === 'visible') void refreshSession().catch(() => undefined)
    }
    document.addEventListener('visibilitychange', ask)
    return () => document.removeEventListener('visibilitychange', ask)
  }, [unverified])

  if (!unverified) return null

  const sent = sending.state === 'sent'
  return (
    <Alert
      banner
      className="host-notice"
      classNames={{ section: 'host-notice-text' }}
      type={sent ? 'success' : sending.state === 'failed' ? 'error' : 'warning'}
      title={
        sent
          ? 'Verification email sent! Please check your inbox.'
          : sending.state === 'failed'
            ? sending.error
            : `Please verify ${user.email ?? 'your email address'}.`
      }
      action={
        sent ? (
          // Where no mail is sent, it is read there (decision 0024).
          mailboxAddress() && <Link to="/mailbox">Open the development mailbox</Link>
        ) : (
          <Button size="small" loading={sending.state === 'sending'} onClick={send}>
            Send New Verification Email
          </Button>
        )
      }
    />
  )
}
