import { signIn, warmUp } from '@andscene/web-kit/identity'
import { loginError } from '@andscene/web-kit/identity-errors'
import { useSession } from '@andscene/web-kit/session'
import { useEffect, useState, type FormEvent } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { AccountCard, Failure, SubmitButton } from '../account/account-card.tsx'
import styles from '../account/account.module.css'
import { Field } from '../account/field.tsx'
import { requiredPasswordProblem, usernameProblem } from '../account/validation.ts'
import { GoogleButton } from './google-button.tsx'
import { useAttempt } from './use-attempt.ts'

/** product §2, Login. */
export function LoginPage() {
  const { status } = useSession()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const startAttempt = useAttempt()

  // After the first paint, so that the identity SDK does not delay the form.
  useEffect(warmUp, [])

  // A login that succeeded, and someone who is signed in already. In place of this page: Back leads to where they were.
  if (status === 'authenticated') return <Navigate to="/dashboard" replace />

  const problems = { username: usernameProblem(username), password: requiredPasswordProblem(password) }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    setError(undefined)
    if (busy || problems.username || problems.password) return
    setBusy(true)
    try {
      await signIn(username.trim(), password, startAttempt())
    } catch (failure) {
      setError(loginError(failure))
      setBusy(false)
    }
  }

  return (
    <AccountCard
      title="And Scene Access"
      page="Login"
      links={
        <>
          <Link to="/register">Create an account</Link>
          <Link to="/reset-password">Forgot your password?</Link>
        </>
      }
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label="Username"
          type="email"
          autoComplete="username"
          placeholder="you@example.com"
          value={username}
          onChange={setUsername}
          problem={checked ? problems.username : undefined}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          problem={checked ? problems.password : undefined}
        />
        {error && <Failure>{error}</Failure>}
        <SubmitButton busy={busy}>Login</SubmitButton>
      </form>
      <div className={styles.or}>or</div>
      <GoogleButton disabled={busy} onStart={() => setError(undefined)} onError={setError} />
    </AccountCard>
  )
}
