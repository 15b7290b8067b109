import type { Invitation } from '@andscene/contracts/sharing/invitations'
import { declineInvitation } from '@andscene/contracts/routes/invitations'
import { call } from '@andscene/web-kit/api-client'
import { useState } from 'react'
import { AccountMessage, Failure, Success, WideButton } from '../account/account-card.tsx'
import { WhoAndWhat } from './next-steps.tsx'

type Props = { invitationKey: string; invitation: Invitation }

/** Declines only on a click, because mail programs open links automatically. */
export function DeclineForm({ invitationKey, invitation }: Props) {
  const [state, setState] = useState<'idle' | 'sending' | 'declined' | 'failed'>('idle')
  const decline = async () => {
    setState('sending')
    try {
      await call(declineInvitation, { body: { key: invitationKey } })
      setState('declined')
    } catch {
      setState('failed')
    }
  }
  if (state === 'declined')
    return (
      <AccountMessage title="Invitation declined">
        <Success inPlace>You will not receive any more email from this person.</Success>
      </AccountMessage>
    )
  return (
    <AccountMessage title="Decline this invitation?" page="Invitation">
      <WhoAndWhat invitation={invitation} />
      <p>If you do not know this person, decline. You will not receive any more email from them.</p>
      {state === 'failed' && (
        <Failure>The invitation was not declined. Check your connection and try again.</Failure>
      )}
      <WideButton primary busy={state === 'sending'} onClick={() => void decline()}>
        Decline invitation
      </WideButton>
    </AccountMessage>
  )
}
