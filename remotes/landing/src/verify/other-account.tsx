import { maskedAddress } from '@andscene/contracts/text/address'
import { useSession } from '@andscene/web-kit/session'
import { rememberStep } from '@andscene/web-kit/wanted-page'
import { createPath, useLocation, useNavigate } from 'react-router-dom'
import { AccountMessage, Failure, WideButton } from '../account/account-card.tsx'
import { withEmail, SwitchAccount } from '../account/navigation.tsx'

/**
 * Shown for a verification link whose account is not signed in: the code is not applied for another account (decision
 * 0068). Signing in returns to this link.
 */
export function OtherAccount({ email }: { email: string }) {
  const navigate = useNavigate()
  const page = createPath(useLocation())
  const { user } = useSession()
  const masked = <bdi>{maskedAddress(email)}</bdi>
  return (
    <AccountMessage title="Email Verification">
      {user ? (
        <>
          <Failure>
            This link is for {masked}. You are signed in as <bdi>{user.email}</bdi>.
          </Failure>
          <p>Sign in as {masked}. This link then opens again.</p>
          <SwitchAccount />
        </>
      ) : (
        <>
          <Failure>Sign in as {masked} first, then open this link again.</Failure>
          <WideButton
            primary
            onClick={() => {
              rememberStep(page)
              void navigate('/secret-login', withEmail(email))
            }}
          >
            Sign in
          </WideButton>
        </>
      )}
      <p>
        If you did not create an account with this address, ignore the email. The address stays unverified.
      </p>
    </AccountMessage>
  )
}
