import { sendVerification } from '@andscene/web-kit/identity'
import { sendVerificationError } from '@andscene/web-kit/identity-errors'
import { useState } from 'react'
import { Failure, Success } from './account-card.tsx'
import styles from './account.module.css'

type Sending = { state: 'idle' | 'sending' | 'sent' } | { state: 'failed'; error: string }

/** 'Send New Verification Email' with its sending and sent states (SPEC §2, §4). */
export function ResendVerification() {
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const send = async () => {
    setSending({ state: 'sending' })
    try {
      await sendVerification()
      setSending({ state: 'sent' })
    } catch (error) {
      setSending({ state: 'failed', error: sendVerificationError(error) })
    }
  }
  if (sending.state === 'sent') return <Success>Verification email sent! Please check your inbox.</Success>
  return (
    <>
      {sending.state === 'failed' && <Failure>{sending.error}</Failure>}
      <button
        type="button"
        className={`as-button ${styles.wide}`}
        disabled={sending.state === 'sending'}
        onClick={() => void send()}
      >
        {sending.state === 'sending' ? 'Sending...' : 'Send New Verification Email'}
      </button>
    </>
  )
}
