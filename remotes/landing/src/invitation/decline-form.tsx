import type { Invitation } from '@andscene/contracts/invitations'
import { declineInvitation } from '@andscene/contracts/routes/invitations'
import { call } from '@andscene/web-kit/api-client'
import { useState } from 'react'
import { AccountCard, Failure, Success } from '../account/account-card.tsx'
import styles from '../account/account.module.css'
import { WhoAndWhat } from './next-steps.tsx'

type Props = { invitationKey: string; invitation: Invitation }

/** Declines with a button, because mail programs open links automatically. */
export function DeclineForm({ invitationKey, invitation }: Props) {
  const [state, setState] = useState<'idle' | 'sending' | 'declined' | 'failed'>('idle')
  const decline = async () => {
    if (state === 'sending') return
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
      <AccountCard title="Invitation declined">
        <div className={styles.body}>
          <Success inPlace>You get no more email from this person.</Success>
        </div>
      </AccountCard>
    )
  return (
    <AccountCard title="Decline this invitation?" page="Invitation">
      <div className={styles.body}>
        <WhoAndWhat invitation={invitation} />
        <p>If you do not know this person, decline. You get no more email from them.</p>
        {state === 'failed' && (
          <Failure>The invitation was not declined. Check your connection and try again.</Failure>
        )}
        <button
          type="button"
          className={`as-button as-button-primary ${styles.wide}`}
          aria-disabled={state === 'sending'}
          onClick={() => void decline()}
        >
          {state === 'sending' ? 'Loading...' : 'Decline invitation'}
        </button>
      </div>
    </AccountCard>
  )
}
