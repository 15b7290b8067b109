import type { Invitation } from '@andscene/contracts/sharing/invitations'
import { useSession } from '@andscene/web-kit/session'
import { rememberPage } from '@andscene/web-kit/wanted-page'
import { useEffect } from 'react'
import { createPath, Link, useLocation, useNavigate } from 'react-router-dom'
import { AccountMessage, Failure, WideButton } from '../account/account-card.tsx'
import { withEmail, SwitchAccount } from '../account/navigation.tsx'
import { MailboxLink, ResendVerification } from '../account/mail.tsx'

type Props = { invitation: Invitation }

const MAY: Record<NonNullable<Invitation['role']>, string> = {
  editor: 'You can listen to it, write notes on its lines and cast its voices.',
  commenter: 'You can listen to it and write notes on its lines.',
  listener: 'You can listen to it.',
}

export function WhoAndWhat({ invitation: { inviter, title, role } }: Props) {
  return (
    <p>
      {inviter ? <strong dir="auto">“{inviter}”</strong> : 'The owner'} shared a script with you:{' '}
      <strong dir="auto">“{title || 'Untitled'}”</strong>. {role && MAY[role]}
    </p>
  )
}

/** `email`: from the link, to fill in the form. */
export function SignedOut({ invitation, email }: Props & { email: string }) {
  const { hash } = useLocation()
  return (
    <AccountMessage
      title="A script was shared with you"
      page="Invitation"
      links={<Link to={{ search: 'decline', hash }}>I don’t know this person</Link>}
    >
      <WhoAndWhat invitation={invitation} />
      <p>
        The invitation is for <bdi>{invitation.email}</bdi>. Sign in with this address, or create an account
        with it.
      </p>
      <LeaveButton to="/register" email={email} primary>
        Create account
      </LeaveButton>
      <SignInButton email={email} />
    </AccountMessage>
  )
}

export const SignInButton = ({ email }: { email: string }) => (
  <LeaveButton to="/secret-login" email={email}>
    Sign in
  </LeaveButton>
)

type LeaveProps = { to: string; email: string; primary?: boolean; children: string }

function LeaveButton({ to, email, primary = false, children }: LeaveProps) {
  const page = createPath(useLocation())
  const navigate = useNavigate()
  return (
    <WideButton
      primary={primary}
      onClick={() => {
        rememberPage(page)
        void navigate(to, withEmail(email))
      }}
    >
      {children}
    </WideButton>
  )
}

export function Unverified({ invitation }: Props) {
  const page = createPath(useLocation())
  // The link of the verification e-mail opens another tab, which returns here.
  useEffect(() => rememberPage(page), [page])
  return (
    <AccountMessage title="Verify your address" page="Invitation">
      <WhoAndWhat invitation={invitation} />
      <p>
        To open the script, verify <bdi>{invitation.email}</bdi>. The link is in the verification email.
      </p>
      <MailboxLink />
      <ResendVerification linked />
    </AccountMessage>
  )
}

export function OtherAddress({ invitation }: Props) {
  const { user } = useSession()
  return (
    <AccountMessage title="A script was shared with another address" page="Invitation">
      <Failure>
        This invitation is for <bdi>{invitation.email}</bdi>. You are signed in as <bdi>{user?.email}</bdi>.
      </Failure>
      <SwitchAccount />
      <Link to="/dashboard">Back to Your Scripts</Link>
    </AccountMessage>
  )
}
