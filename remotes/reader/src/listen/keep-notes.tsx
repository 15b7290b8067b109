import type { GuestSession } from '@andscene/web-kit/guest-session'
import { useSession } from '@andscene/web-kit/session'
import { useVerificationEmail } from '@andscene/web-kit/use-verification-email'
import { rememberPage } from '@andscene/web-kit/wanted-page'
import { useNavigate } from 'react-router-dom'
import { forgetClaim, keepClaim } from './kept-claim.ts'
import { Question } from './question.tsx'
import { useClaim } from './use-claim.ts'

type Props = { guest: GuestSession; scriptId: string; onClose: () => void }

/** `Keep my notes`: says what goes where, and leads through signing in where nobody is signed in. */
export function KeepNotes({ guest, scriptId, onClose }: Props) {
  const { status, user } = useSession()
  const { claim, isBusy, failure } = useClaim(guest, scriptId)
  const cancel = () => {
    forgetClaim()
    onClose()
  }
  const isSignedIn = status === 'authenticated'
  const address = isSignedIn ? user?.email : undefined
  const text = address
    ? `Your notes, place and name move to ${address}. The writer sees this address.`
    : 'Your notes, place and name move to your account. The writer sees its email address.'
  return (
    <Question label="Keep my notes" text={text} onClose={cancel}>
      {isSignedIn ? (
        <button
          type="button"
          className="as-button as-button-primary"
          aria-busy={isBusy || undefined}
          onClick={() => void claim()}
        >
          Keep my notes
        </button>
      ) : (
        <SignInFirst guest={guest} />
      )}
      {failure && <p role="alert">{failure.text}</p>}
      {failure?.isUnverified && <Verification />}
    </Question>
  )
}

/** Both lead back here (product §2). */
function SignInFirst({ guest }: Pick<Props, 'guest'>) {
  const navigate = useNavigate()
  const go = (path: string) => {
    if (guest.guestKey !== undefined) keepClaim(guest.guestKey)
    rememberPage(guest.address)
    void navigate(path)
  }
  return (
    <>
      <button type="button" className="as-button as-button-primary" onClick={() => go('/secret-login')}>
        Sign in
      </button>
      <button type="button" className="as-button" onClick={() => go('/register')}>
        Create an account
      </button>
    </>
  )
}

function Verification() {
  const { sending, send } = useVerificationEmail()
  if (sending.state === 'sent') return <output>Verification email sent! Please check your inbox.</output>
  return (
    <>
      <button type="button" className="as-button" aria-disabled={sending.state === 'sending'} onClick={send}>
        Send New Verification Email
      </button>
      {sending.state === 'failed' && <span role="alert">{sending.error}</span>}
    </>
  )
}
