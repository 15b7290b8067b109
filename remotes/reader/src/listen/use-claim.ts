import { claimGuest } from '@andscene/contracts/routes/sharing'
import { ApiError, call } from '@andscene/web-kit/api-client'
import type { GuestSession } from '@andscene/web-kit/guest-session'
import { sessionStore } from '@andscene/web-kit/identity'
import { refreshSession } from '@andscene/web-kit/session'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { forgetScript } from '../follow/use-script-feed.ts'
import { notesPrefix, deviceEntries } from '../notes/store/device.ts'
import { SIGN_IN_LIFE_MS } from '@andscene/contracts/limits'
import { GUEST_CLAIM_KEY, readKey, removeKey, writeKey } from '@andscene/web-kit/storage-keys'

type Failure = { text: string; isUnverified: boolean }
const failed = (text: string): Failure => ({ text, isUnverified: false })

function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError))
    return failed('Your notes were not moved. Check your connection and try again.')
  if (error.status === 404) return failed('This link no longer works, so your notes cannot be moved.')
  return { text: error.message, isUnverified: error.status === 403 }
}

export function useClaim(guest: GuestSession, scriptId: string) {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()

  const ask = async (guestKey: string) => {
    // The address may have been verified in another tab.
    if (sessionStore.getState().user?.emailVerified === false) await refreshSession().catch(() => undefined)
    await call(claimGuest, { params: { id: scriptId }, body: { guestKey }, as: sessionStore })
    forgetClaim()
    await forgetScript(scriptId)
    void navigate(`/scripts/${scriptId}`, { replace: true })
    guest.claimed()
  }

  const claim = async () => {
    const { guestKey } = guest
    if (isBusy || guestKey === undefined) return
    if (deviceEntries.list(`${notesPrefix(scriptId)}_`).length > 0) {
      setFailure(failed('Some of your notes are not sent yet. Send or discard them, then try again.'))
      return
    }
    setBusy(true)
    setFailure(undefined)
    try {
      await ask(guestKey)
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  return { claim, isBusy, failure }
}

/** The guest to claim after sign-in: the user is asked again on return. */
type Claim = { guestKey: string; at: number }

export const keepClaim = (guestKey: string, now = Date.now()): void =>
  void writeKey(GUEST_CLAIM_KEY, JSON.stringify({ guestKey, at: now } satisfies Claim))

export function isClaimKept(guestKey: string | undefined, now = Date.now()): boolean {
  try {
    const { guestKey: kept, at } = JSON.parse(readKey(GUEST_CLAIM_KEY) ?? '{}') as Partial<Claim>
    return (
      kept !== undefined &&
      kept === guestKey &&
      typeof at === 'number' &&
      Math.abs(now - at) < SIGN_IN_LIFE_MS
    )
  } catch {
    return false
  }
}

export const forgetClaim = (): void => removeKey(GUEST_CLAIM_KEY)
