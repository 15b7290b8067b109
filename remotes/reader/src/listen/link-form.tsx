import { PASSPHRASE_LIMIT } from '@andscene/contracts/limits'
import type { ApiError } from '@andscene/web-kit/api-client'
import type { GuestSession } from '@andscene/web-kit/guest-session'
import { PageTitle } from '@andscene/web-kit/page-title'
import parts from '@andscene/web-kit/parts.module.css'
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import styles from './listen.module.css'

type Props = {
  guest: GuestSession
  error: ApiError
  refusal: number
  isTrying: boolean
}

/** The form for a rejected link: one sentence for all reasons, and a field for the passphrase. */
export function LinkForm({ guest, error, refusal, isTrying }: Props) {
  const [passphrase, setPassphrase] = useState('')
  return (
    <div className={parts.message}>
      <PageTitle>Open the link</PageTitle>
      <h1>Open the link</h1>
      <p role="alert">{error.message}</p>
      <Fields
        key={refusal}
        passphrase={passphrase}
        onPassphrase={setPassphrase}
        isTrying={isTrying}
        waitS={Math.ceil(error.retryAfter ?? 0)}
        onTry={() => guest.retry(passphrase)}
      />
    </div>
  )
}

type FieldsProps = {
  passphrase: string
  onPassphrase: (passphrase: string) => void
  isTrying: boolean
  waitS: number
  onTry: () => void
}

/** Remounted after each rejection: focuses the field and restarts the wait. */
function Fields({ passphrase, onPassphrase, isTrying, waitS, onTry }: FieldsProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const [left, setLeft] = useState(waitS)
  const isWaiting = left > 0
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isTrying && !isWaiting) onTry()
  }
  return (
    <form className={styles.fields} onSubmit={submit}>
      <label htmlFor={id}>Passphrase (if required)</label>
      <input
        ref={field}
        id={id}
        className={parts.input}
        type="password"
        value={passphrase}
        maxLength={PASSPHRASE_LIMIT}
        autoComplete="off"
        onChange={({ target }) => onPassphrase(target.value)}
      />
      <button
        type="submit"
        className="as-button as-button-primary"
        aria-busy={isTrying || undefined}
        aria-disabled={isTrying || isWaiting || undefined}
      >
        {isWaiting ? `Try again in ${left} s` : 'Try again'}
      </button>
    </form>
  )
}
