import { classNames } from '@andscene/web-kit/class-names'
import { DoneIcon } from '@andscene/web-kit/icons/things'
import parts from '@andscene/web-kit/parts.module.css'
import { useState, type FormEvent, type RefObject } from 'react'
import { takeFocus } from '../take-focus.ts'
import styles from './sign-up-form.module.css'
import { subscribe, subscribeError } from './subscription.ts'

type Status =
  { state: 'idle' | 'submitting' | 'retrying' | 'submitted' } | { state: 'error'; message: string }

type Props = {
  /** The e-mail field, so that the closing section can focus it. */
  field: RefObject<HTMLInputElement | null>
  onList: boolean
  onSubscribed: () => void
}

export function SignUpForm({ field, onList, onSubscribed }: Props) {
  const [email, setEmail] = useState('')
  const [status, setStatus] = useState<Status>({ state: 'idle' })

  if (onList) {
    return (
      <output
        className={classNames(parts.row, styles.thanks)}
        tabIndex={-1}
        // It replaces the form that had the focus.
        ref={status.state === 'submitted' ? takeFocus : undefined}
      >
        <span className={classNames(parts.disc, styles.tick)} data-tone="good">
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
      await subscribe(email.trim(), () => setStatus({ state: 'retrying' }))
      setStatus({ state: 'submitted' })
      onSubscribed()
    } catch (error) {
      setStatus({ state: 'error', message: subscribeError(error) })
      takeFocus(field.current)
    }
  }
  const submitting = status.state === 'submitting' || status.state === 'retrying'
  const failed = status.state === 'error'
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <label htmlFor="launch-email">Email address</label>
      <div className={styles.row}>
        <input
          ref={field}
          id="launch-email"
          className={parts.input}
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
      {/* Always rendered, so that the content below does not move. */}
      <div className={styles.note}>
        {status.state === 'retrying' && <output>Still trying…</output>}
        {failed && (
          <p id="launch-error" className={parts.problem} role="alert">
            {status.message}
          </p>
        )}
      </div>
    </form>
  )
}
