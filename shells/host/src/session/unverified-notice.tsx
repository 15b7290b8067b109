import { sendVerification } from '@andscene/web-kit/identity'
import { sendVerificationError } from '@andscene/web-kit/identity-errors'
import { refreshSession, useSession } from '@andscene/web-kit/session'
import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'

type Sending = { state: 'idle' | 'sending' | 'sent' } | { state: 'failed'; error: string }

/** Someone whose address is not verified may use everything, and sees this (RULINGS, Identity). */
export function UnverifiedNotice() {
  const { user } = useSession()
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const unverified = user !== null && !user.emailVerified

  useEffect(() => {
    if (!unverified) return
    // The link is opened in another tab: on the way back from it the notice is out of date.
    const ask = () => {
      if (document.visibilityState === 'visible') void refreshSession().catch(() => undefined)
    }
    document.addEventListener('visibilitychange', ask)
    return () => document.removeEventListener('visibilitychange', ask)
  }, [unverified])

  if (!unverified) return null

  const send = async () => {
    setSending({ state: 'sending' })
    try {
      await sendVerification()
      setSending({ state: 'sent' })
    } catch (error) {
      setSending({ state: 'failed', error: sendVerificationError(error) })
    }
  }
  const sent = sending.state === 'sent'
  return (
    <Alert
      banner
      type={sent ? 'success' : sending.state === 'failed' ? 'error' : 'warning'}
      title={
        sent
          ? 'Verification email sent! Please check your inbox.'
          : sending.state === 'failed'
            ? sending.error
            : `Please verify ${user.email ?? 'your email address'}.`
      }
      action={
        sent ? null : (
          <Button size="small" loading={sending.state === 'sending'} onClick={() => void send()}>
            Send New Verification Email
          </Button>
        )
      }
    />
  )
}
