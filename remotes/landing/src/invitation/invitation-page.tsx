import { Loading } from '@andscene/web-kit/loading'
import { useSession } from '@andscene/web-kit/session'
import { forgetPage } from '@andscene/web-kit/wanted-page'
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { AccountMessage, Failure, WideButton } from '../account/account-card.tsx'
import { SwitchAccount } from '../account/navigation.tsx'
import { DeclineForm } from './decline-form.tsx'
import { OtherAddress, SignedOut, SignInButton, Unverified } from './next-steps.tsx'
import { useInvitation, type InvitationState } from './use-invitation.ts'

/** The page of an invitation's link (decision 0067), which contains a key and, in an e-mail, the invited address. */
export function InvitationPage() {
  const { hash, search } = useLocation()
  const [key = '', address = ''] = hash.slice(1).split('&')
  const isToDecline = new URLSearchParams(search).has('decline')
  const { retry, ...opened } = useInvitation(key, isToDecline)
  switch (opened.state) {
    case 'loading':
      return (
        <AccountMessage title="Invitation">
          <Loading text="Opening the invitation..." />
        </AccountMessage>
      )
    case 'failed':
      return (
        <AccountMessage title="Invitation">
          <Failure>The invitation did not open. Check your connection and try again.</Failure>
          <WideButton primary onClick={retry}>
            Try again
          </WideButton>
        </AccountMessage>
      )
    case 'joined':
      return <Joined scriptId={opened.scriptId} />
    case 'signedOut':
      return isToDecline ? (
        <DeclineForm invitationKey={key} invitation={opened.invitation} />
      ) : (
        <SignedOut invitation={opened.invitation} email={decoded(address)} />
      )
    case 'unverified':
      return <Unverified invitation={opened.invitation} />
    case 'other-address':
      return <OtherAddress invitation={opened.invitation} />
    default:
      return (
        <AccountMessage title={TITLES[opened.state]}>
          <Over {...opened} email={decoded(address)} />
        </AccountMessage>
      )
  }
}

const TITLES = {
  used: 'This invitation was already used',
  expired: 'This invitation has expired',
  withdrawn: 'This invitation was withdrawn',
  declined: 'This invitation was declined',
  unknown: 'This invitation does not work',
}

function Over({ email, ...opened }: InvitationState & { email: string }) {
  const { user } = useSession()
  switch (opened.state) {
    case 'used':
      return (
        <>
          <p>
            If you accepted it, sign in{' '}
            {opened.invitation.email ? (
              <>
                as <bdi>{opened.invitation.email}</bdi>
              </>
            ) : (
              'with the invited address'
            )}{' '}
            to open the script. If not, ask for a new invitation.
          </p>
          {user ? <SwitchAccount /> : <SignInButton email={email} />}
        </>
      )
    case 'expired': {
      const { inviter } = opened.invitation
      return <p>Ask {inviter ? <bdi>“{inviter}”</bdi> : 'the owner'} to invite you again.</p>
    }
    case 'withdrawn':
      return <p>The owner withdrew it. Ask for a new invitation.</p>
    case 'declined':
      return <p>It can no longer be accepted.</p>
    default:
      return (
        <p>
          The link may be incomplete or replaced by a newer one, or the script was deleted. Open the link of
          the latest email, or ask for a new invitation.
        </p>
      )
  }
}

function Joined({ scriptId }: { scriptId: string }) {
  useEffect(forgetPage, [])
  return <Navigate to={`/scripts/${encodeURIComponent(scriptId)}`} replace />
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
