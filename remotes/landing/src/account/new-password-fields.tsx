import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { passwordPolicyMisses } from '@andscene/web-kit/identity'
import { policyError } from '@andscene/web-kit/identity-errors'
import { useId, useState } from 'react'
import { Field } from './field.tsx'
import { confirmProblem, newPasswordProblem, PASSWORD_RULES } from '@andscene/web-kit/password-rules'
import styles from './account.module.css'

export function useNewPassword() {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const problems = {
    password: newPasswordProblem(password),
    confirmation: confirmProblem(password, confirmation),
  }
  return {
    password,
    setPassword,
    confirmation,
    setConfirmation,
    problems,
    isGood: !problems.password && !problems.confirmation,
    /** The message of the provider's policy that rejects the password, if any. */
    refusal: async (): Promise<string | undefined> => {
      const misses = await passwordPolicyMisses(password)
      return misses?.length ? policyError(misses) : undefined
    },
  }
}

type Props = { label: string; checked: boolean; typed: ReturnType<typeof useNewPassword> }

/** The two fields, with the list of rules (product §2); problems are shown once the form was `checked`. */
export function NewPasswordFields({ label, checked, typed }: Props) {
  const rulesId = useId()
  return (
    <>
      <Field
        label={label}
        type="password"
        autoComplete="new-password"
        value={typed.password}
        onChange={typed.setPassword}
        problem={checked ? typed.problems.password : undefined}
        hintId={rulesId}
      />
      <PasswordRules id={rulesId} password={typed.password} />
      <Field
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        value={typed.confirmation}
        onChange={typed.setConfirmation}
        problem={checked ? typed.problems.confirmation : undefined}
      />
    </>
  )
}

function PasswordRules({ id, password }: { id: string; password: string }) {
  return (
    <ul id={id} className={classNames(parts.rules, styles.rules)}>
      {PASSWORD_RULES.map(({ text, met }) => {
        const isMet = met(password)
        return (
          <li key={text} data-met={isMet || undefined}>
            {text}
            {isMet && <span className="as-visually-hidden">, met</span>}
          </li>
        )
      })}
    </ul>
  )
}
