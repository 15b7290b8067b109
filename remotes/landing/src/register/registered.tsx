import { signOutQuietly } from '@andscene/web-kit/identity'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { AccountCard, Failure, Success } from '../account/account-card.tsx'
import styles from '../account/account.module.css'
import { ResendVerification } from '../account/resend-verification.tsx'

/** SPEC §9, registration redirect. */
export const REDIRECT_MS = 10_000

/**
 * The success view (SPEC §2). The new identity stays signed in while it shows, because sending the e-mail again
 * needs it; going to login signs it out (RULINGS, Identity).
 */
export function Registered({ email, verificationSent }: { email: string; verificationSent: boolean }) {
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const goToLogin = useCallback(async () => {
    setLeaving(true)
    await signOutQuietly().catch(() => undefined)
    await navigate('/secret-login')
  }, [navigate])

  useEffect(() => {
    const timer = setTimeout(() => void goToLogin(), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [goToLogin])

  return (
    <AccountCard title="Registration Successful">
      <div className={styles.body}>
        <Success>Your account has been created successfully!</Success>
        {verificationSent ? (
          <p>
            A verification email has been sent to <strong>{email}</strong>.
          </p>
        ) : (
          <Failure>An error occurred while sending verification email</Failure>
        )}
        <p>You will be redirected to login shortly.</p>
        <button
          type="button"
          className={`as-button as-button-primary ${styles.wide}`}
          disabled={leaving}
          onClick={() => void goToLogin()}
        >
          Go to Login
        </button>
        <ResendVerification />
      </div>
    </AccountCard>
  )
}
