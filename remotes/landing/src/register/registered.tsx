import { sendVerificationError } from '@andscene/web-kit/identity-errors'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { AccountMessage, Failure, Success, WideButton } from '../account/account-card.tsx'
import { withEmail } from '../account/navigation.tsx'
import { MailboxLink, ResendVerification } from '../account/mail.tsx'

/** product §9. */
export const REDIRECT_MS = 10_000

/** The success view (product §2). While it is shown, the page keeps the new user, to resend the e-mail (product §6). */
export function Registered({ email, unsent }: { email: string; unsent?: unknown }) {
  const navigate = useNavigate()

  useEffect(() => {
    const timer = setTimeout(() => void navigate('/secret-login', withEmail(email)), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate, email])

  return (
    <AccountMessage title="Registration Successful">
      <Success inPlace>Your account has been created successfully!</Success>
      {unsent === undefined ? (
        <>
          <p>
            A verification email has been sent to{' '}
            <strong>
              <bdi>{email}</bdi>
            </strong>
            .
          </p>
          <MailboxLink />
        </>
      ) : (
        <Failure>{sendVerificationError(unsent)}</Failure>
      )}
      <p>You will be redirected to login shortly.</p>
      <WideButton primary onClick={() => void navigate('/secret-login', withEmail(email))}>
        Go to Login
      </WideButton>
      <ResendVerification linked={unsent === undefined} />
    </AccountMessage>
  )
}
