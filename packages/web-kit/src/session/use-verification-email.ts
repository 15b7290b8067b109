import { useState } from 'react'
import { sendVerification } from './identity.ts'
import { sendVerificationError } from './identity-errors.ts'

type Sending = { state: 'idle' | 'sending' | 'sent' } | { state: 'failed'; error: string }

/** 'Send New Verification Email' with its sending and sent states (product §2, §4). */
export function useVerificationEmail() {
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const send = async () => {
    if (sending.state === 'sending') return
    setSending({ state: 'sending' })
    try {
      await sendVerification()
      setSending({ state: 'sent' })
    } catch (error) {
      setSending({ state: 'failed', error: sendVerificationError(error) })
    }
  }
  return { sending, send: () => void send() }
}
