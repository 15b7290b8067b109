import { unsubscribe } from '@andscene/contracts/routes/profile'
import { call } from '@andscene/web-kit/api-client'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { AccountMessage, Failure, Success, WideButton } from '../account/account-card.tsx'

/** The page of the link that stops the daily email. Only a click stops it, because mail programs open links. */
export function UnsubscribePage() {
  const key = useLocation().hash.slice(1)
  const [state, setState] = useState<'idle' | 'sending' | 'stopped' | 'failed'>('idle')
  const stop = async () => {
    setState('sending')
    try {
      await call(unsubscribe, { query: { key } })
      setState('stopped')
    } catch {
      setState('failed')
    }
  }
  if (key === '')
    return (
      <AccountMessage title="This link is incomplete" page="Daily email">
        <p>
          Open the link in the email again, or change it in your <Link to="/settings#notes">settings</Link>.
        </p>
      </AccountMessage>
    )
  if (state === 'stopped')
    return (
      <AccountMessage title="Daily email stopped" page="Daily email">
        <Success inPlace>You get no more email about new notes.</Success>
        <p>
          You can start it again in your <Link to="/settings#notes">settings</Link>.
        </p>
      </AccountMessage>
    )
  return (
    <AccountMessage title="Stop the daily email?" page="Daily email">
      <p>You get no more email about new notes. You can start it again in your settings.</p>
      {state === 'failed' && (
        <Failure>The email was not stopped. Check your connection and try again.</Failure>
      )}
      <WideButton primary busy={state === 'sending'} onClick={() => void stop()}>
        Stop the email
      </WideButton>
    </AccountMessage>
  )
}
