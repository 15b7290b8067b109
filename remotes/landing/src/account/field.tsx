import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { useId, useState, type ComponentProps } from 'react'
import styles from './account.module.css'
import { isLookalike } from '@andscene/contracts/text/address'

type Props = Omit<ComponentProps<'input'>, 'id' | 'onChange'> & {
  label: string
  value: string
  onChange: (value: string) => void
  problem?: string | undefined
  /** Id of a text that explains the field, in addition to its problem. */
  hintId?: string
}

export const EmailField = (props: Pick<Props, 'value' | 'onChange' | 'problem'>) => (
  <Field label="Email" type="email" autoComplete="email" placeholder="you@example.com" {...props} />
)

/** A labeled text field, outlined and full width (product §9). A password can be shown while it is typed. */
export function Field({ label, value, onChange, problem, hintId, type = 'text', ...input }: Props) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const secret = type === 'password'
  const described = [problem && `${id}-problem`, hintId].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.control} data-invalid={problem ? true : undefined}>
        <input
          {...input}
          id={id}
          type={secret && shown ? 'text' : type}
          value={value}
          aria-invalid={problem !== undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {secret && (
          <button
            type="button"
            className={styles.reveal}
            aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        )}
      </div>
      {problem && (
        <p className={classNames(parts.problem, styles.problem)} id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}

/** Validation of the account forms (product §5, messages of §8). Each check returns the problem, or undefined. */

type Problem = string | undefined

export function emailProblem(email: string): Problem {
  // A rough check; the identity service decides.
  const isOne = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim()) && !isLookalike(email)
  return isOne ? undefined : 'Invalid email format'
}

export const usernameProblem = (username: string): Problem =>
  username.trim() ? undefined : 'Username is required'

export const requiredPasswordProblem = (password: string): Problem =>
  password ? undefined : 'Password is required'
