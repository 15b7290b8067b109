import type { GuestSession } from '@andscene/web-kit/guest-session'
import parts from '@andscene/web-kit/parts.module.css'
import { useSession } from '@andscene/web-kit/session'
import { useVerificationEmail } from '@andscene/web-kit/use-verification-email'
import { rememberPage } from '@andscene/web-kit/wanted-page'
import { useNavigate } from 'react-router-dom'
import { forgetClaim, keepClaim, useClaim } from './use-claim.ts'
import { useEffect, useRef, type ReactNode, useState } from 'react'
import styles from './guest-bar.module.css'
import { forgetScript } from '../follow/use-script-feed.ts'
import { CopyText } from '../notes/card/copy-text.tsx'
import { keptWords, deviceEntries } from '../notes/store/device.ts'
import { presentNotes } from '../notes/use-store.ts'

type Props = { guest: GuestSession; scriptId: string; onClose: () => void }

/** `Keep my notes`: says which notes move to which account, and opens the sign-in page if needed. */
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

/** Sign-in and registration return to this page (product §2). */
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

type QuestionProps = { label: string; text: string; onClose: () => void; children: ReactNode }

export function Question({ label, text, onClose, children }: QuestionProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <fieldset
      ref={box}
      className={styles.question}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <p>{text}</p>
      {children}
      <button type="button" className={parts.inlineButton} onClick={onClose}>
        Cancel
      </button>
    </fieldset>
  )
}

type ForgetProps = { guest: GuestSession; scriptId: string; onClose: () => void }

/** For shared devices: removes the guest's data from this device. */
export function ForgetHere({ guest, scriptId, onClose }: ForgetProps) {
  const [{ texts }] = useState(() => {
    presentNotes()?.drafts.flush()
    return keptWords(scriptId)
  })
  const forget = () => {
    void forgetScript(scriptId)
    for (const key of keptWords(scriptId).keys) deviceEntries.remove(key)
    guest.forgetHere()
  }
  return (
    <Question
      label="Forget me here"
      text={`This device forgets your name and place. The writer keeps your notes, and you can no longer edit them.${unsentText(texts.length)}`}
      onClose={onClose}
    >
      <button type="button" className="as-button as-button-primary" onClick={forget}>
        Forget me here
      </button>
      {texts.length > 0 && <CopyText text={texts.join('\n\n')} />}
    </Question>
  )
}

function unsentText(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? ' You have an unsent note on this device. It will be deleted.'
    : ` You have ${count} unsent notes on this device. They will be deleted.`
}
