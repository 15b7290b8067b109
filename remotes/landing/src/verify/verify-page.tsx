import { applyVerification } from '@andscene/web-kit/identity'
import { applyCodeError, isCodeOpen } from '@andscene/web-kit/identity-errors'
import { Loading } from '@andscene/web-kit/loading'
import { useSession } from '@andscene/web-kit/session'
import { rememberPage, wantedPage } from '@andscene/web-kit/wanted-page'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { AccountCard, AccountMessage, Failure, Success, WideButton } from '../account/account-card.tsx'
import { useKnownEmail, withEmail } from '../account/navigation.tsx'
import { ResendVerification } from '../account/mail.tsx'
import { OtherAccount } from './other-account.tsx'

type State =
  | { state: 'verifying' }
  | { state: 'verified' }
  | { state: 'elsewhere'; email: string }
  | { state: 'failed'; error: string; again?: boolean }

/** The e-mail address of the code, if its account is not signed in; otherwise undefined. */
function addressOfCode(error: unknown): string | undefined {
  const { code, email } = error as { code?: unknown; email?: unknown }
  const isOther = code === 'auth/no-current-user' || code === 'auth/user-mismatch'
  return isOther && typeof email === 'string' ? email : undefined
}

function failureOf(error: unknown): State {
  const email = addressOfCode(error)
  if (email !== undefined) return { state: 'elsewhere', email }
  return { state: 'failed', error: applyCodeError(error), again: isCodeOpen(error) }
}

/** Results by code, because a second mount of the page must not apply a code again. */
const applied = new Map<string, Promise<void>>()
function applyOnce(oobCode: string): Promise<void> {
  let result = applied.get(oobCode)
  if (!result) {
    result = applyVerification(oobCode)
    applied.set(oobCode, result)
    // A failed code may be retried, for example after an outage.
    result.catch(() => applied.delete(oobCode))
  }
  return result
}

export function VerifyPage() {
  const [query] = useSearchParams()
  const oobCode = query.get('oobCode')
  return <Verification key={oobCode} oobCode={oobCode} />
}

function Verification({ oobCode }: { oobCode: string | null }) {
  const navigate = useNavigate()
  const email = useKnownEmail()
  const { status } = useSession()
  // Read once: another tab may remove it.
  const [wanted] = useState(wantedPage)
  const [state, setState] = useState<State>(
    oobCode ? { state: 'verifying' } : { state: 'failed', error: 'No verification code was provided' },
  )

  const verifying = state.state === 'verifying'
  useEffect(() => {
    if (!oobCode || !verifying) return
    let left = false
    applyOnce(oobCode).then(
      () => !left && setState({ state: 'verified' }),
      (error: unknown) => !left && setState(failureOf(error)),
    )
    return () => {
      left = true
    }
  }, [oobCode, verifying])

  if (verifying)
    return (
      <AccountCard title="Email Verification">
        <Loading text="Verifying your email..." />
      </AccountCard>
    )
  if (state.state === 'elsewhere') return <OtherAccount email={state.email} />
  if (state.state === 'verified')
    return (
      <AccountMessage title="Email Verification">
        <Success inPlace>Your email has been successfully verified!</Success>
        <WideButton
          primary
          onClick={() => {
            if (wanted !== undefined) rememberPage(wanted, 'tab')
            void navigate('/secret-login', withEmail(email))
          }}
        >
          Continue to Login
        </WideButton>
      </AccountMessage>
    )
  return (
    <AccountMessage title="Email Verification" links={<Link to="/secret-login">Back to Login</Link>}>
      <Failure>{state.error}</Failure>
      {state.again && (
        <WideButton primary onClick={() => setState({ state: 'verifying' })}>
          Try Again
        </WideButton>
      )}
      {status === 'anonymous' && !state.again && (
        <p>
          <Link to="/secret-login" {...withEmail(email)}>
            Log in
          </Link>{' '}
          to get a new one.
        </p>
      )}
      <ResendVerification />
    </AccountMessage>
  )
}
