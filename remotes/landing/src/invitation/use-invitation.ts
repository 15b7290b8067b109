import type { Accepted, Invitation } from '@andscene/contracts/sharing/invitations'
import { acceptInvitation, openInvitation } from '@andscene/contracts/routes/invitations'
import { ApiError, call } from '@andscene/web-kit/api-client'
import { refreshSession, useSession } from '@andscene/web-kit/session'
import { useEffect, useState } from 'react'

type Read = { invitation: Invitation } | { error: 'unknown' | 'failed' }
/** `signedOut`: an account must sign in to accept. */
export type InvitationState =
  | { state: 'loading' | 'unknown' | 'failed' }
  | { state: 'joined'; scriptId: string }
  | { state: 'signedOut' | Exclude<Accepted['state'], 'joined'>; invitation: Invitation }

/** Reads the invitation of a key, and accepts it for the signed-in account unless it `isToDecline`. */
export function useInvitation(key: string, isToDecline: boolean) {
  const { status, user } = useSession()
  const [attempt, setAttempt] = useState(() => new AbortController())
  const [read, setRead] = useState<Read>()
  const [accepted, setAccepted] = useState<Accepted & { uid: string }>()
  const isSettled = status === 'authenticated' || status === 'anonymous'
  const uid = status === 'authenticated' ? user.uid : undefined
  const isVerified = user?.emailVerified === true

  useEffect(() => {
    const left = new AbortController()
    const signal = AbortSignal.any([left.signal, attempt.signal])
    const load = async () => {
      try {
        const body = { key }
        const { data: invitation } = await call(openInvitation, { body, signal })
        if (uid !== undefined && !isToDecline) {
          const accept = async () => (await call(acceptInvitation, { body, signal })).data
          let data = await accept()
          // The address may have been verified after the token was issued.
          if (data.state === 'unverified' && isVerified) {
            await refreshSession()
            data = await accept()
          }
          if (!signal.aborted) setAccepted({ ...data, uid })
        }
        if (!signal.aborted) setRead({ invitation })
      } catch (error) {
        const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
        if (!signal.aborted) setRead({ error: isUnknown ? 'unknown' : 'failed' })
      }
    }
    if (isSettled) void load()
    return () => left.abort()
  }, [key, uid, isVerified, isToDecline, isSettled, attempt])

  const state = stateOf(read, accepted?.uid === uid ? accepted : undefined, uid === undefined || isToDecline)
  const isUnverified = state.state === 'unverified'
  useEffect(() => {
    if (!isUnverified) return
    // The link of the verification e-mail opens in another tab.
    const ask = () => {
      if (document.visibilityState === 'visible') void refreshSession().catch(() => undefined)
    }
    document.addEventListener('visibilitychange', ask)
    return () => document.removeEventListener('visibilitychange', ask)
  }, [isUnverified])

  const retry = () => {
    setRead(undefined)
    attempt.abort()
    setAttempt(new AbortController())
  }
  return { ...state, retry }
}

function stateOf(
  read: Read | undefined,
  accepted: Accepted | undefined,
  isVisitor: boolean,
): InvitationState {
  if (!read) return { state: 'loading' }
  if ('error' in read) return { state: read.error }
  const { invitation } = read
  const end = invitation.state === 'open' ? undefined : invitation.state
  if (isVisitor) return { state: end ?? 'signedOut', invitation }
  if (!accepted) return { state: 'loading' }
  const { state, scriptId = '' } = accepted
  if (state === 'joined') return { state, scriptId }
  // No other account could accept it either.
  return { state: state === 'other-address' ? (end ?? state) : state, invitation }
}
