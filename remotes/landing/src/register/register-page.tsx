import { passwordPolicyMisses, register, warmUp } from '@andscene/web-kit/identity'
import { policyError, registerError } from '@andscene/web-kit/identity-errors'
import { useEffect, useId, useState, type FormEvent } from 'react'
import { Link } from 'react-router-dom'
import { AccountCard, Failure, SubmitButton } from '../account/account-card.tsx'
import styles from '../account/account.module.css'
import { Field } from '../account/field.tsx'
import { PasswordRules } from '../account/password-rules.tsx'
import { confirmProblem, emailProblem, newPasswordProblem } from '../account/validation.ts'
import { Registered } from './registered.tsx'

/** SPEC §2, Registration: the form, then the success view. */
export function RegisterPage() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [registered, setRegistered] = useState<{ email: string; verificationSent: boolean }>()
  const rulesId = useId()

  useEffect(warmUp, [])

  if (registered) return <Registered {...registered} />

  const problems = {
    email: emailProblem(email),
    password: newPasswordProblem(password),
    confirmation: confirmProblem(password, confirmation),
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    setError(undefined)
    if (busy || Object.values(problems).some(Boolean)) return
    setBusy(true)
    try {
      const misses = await passwordPolicyMisses(password)
      if (misses?.length) {
        setError(policyError(misses))
        return
      }
      const address = email.trim()
      setRegistered({ email: address, ...(await register(address, password)) })
    } catch (failure) {
      setError(registerError(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <AccountCard
      title="Create Account"
      links={<Link to="/secret-login">Already have an account? Login</Link>}
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          value={email}
          onChange={setEmail}
          problem={checked ? problems.email : undefined}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          problem={checked ? problems.password : undefined}
          hintId={rulesId}
        />
        <PasswordRules id={rulesId} password={password} />
        <Field
          label="Confirm password"
          type="password"
          autoComplete="new-password"
          value={confirmation}
          onChange={setConfirmation}
          problem={checked ? problems.confirmation : undefined}
        />
        {error && <Failure>{error}</Failure>}
        <SubmitButton busy={busy}>Register</SubmitButton>
      </form>
    </AccountCard>
  )
}
