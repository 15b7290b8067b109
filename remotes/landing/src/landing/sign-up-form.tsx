import { DoneIcon } from '@andscene/web-kit/icons/things'
import { useState, type FormEvent, type RefObject } from 'react'
import styles from './sign-up-form.module.css'
import { isRemembered, subscribe, subscribeError } from './subscription.ts'

type Status = { state: 'idle' | 'submitting' | 'submitted' } | { state: 'error'; message: string }

/** The launch sign-up (product §2, §4). `field` lets the closing call focus the e-mail field. */
export function SignUpForm({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const [email, setEmail] = useState('')
  const [status, setStatus] = useState<Status>(() => ({ state: isRemembered() ? 'submitted' : 'idle' }))

  if (status.state === 'submitted') {
    return (
      <output className={styles.thanks}>
        <span className={styles.tick}>
          <DoneIcon size={24} />
        </span>
        <div>
          <strong>Thanks! You're on the list!</strong>
          <p>We'll notify you when the product launches.</p>
        </div>
      </output>
    )
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setStatus({ state: 'submitting' })
    try {
      await subscribe(email.trim())
      setStatus({ state: 'submitted' })
    } catch (error) {
      setStatus({ state: 'error', message: subscribeError(error) })
    }
  }
  const submitting = status.state === 'submitting'
  const failed = status.state === 'error'
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <label htmlFor="launch-email">Email address</label>
      <div className={styles.row}>
        <input
          ref={field}
          id="launch-email"
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          value={email}
          aria-invalid={failed}
          aria-describedby={failed ? 'launch-error' : undefined}
          onChange={(event) => setEmail(event.target.value)}
        />
        <button type="submit" className="as-button as-button-primary" disabled={!email.trim() || submitting}>
          Notify Me
        </button>
      </div>
      {failed && (
        <p id="launch-error" className={styles.error} role="alert">
          {status.message}
        </p>
      )}
    </form>
  )
}
