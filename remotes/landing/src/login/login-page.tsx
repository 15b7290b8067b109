import { signIn, warmUp } from '@andscene/web-kit/identity'
import { loginError } from '@andscene/web-kit/identity-errors'
import { useSession } from '@andscene/web-kit/session'
import { useEffect, useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { AccountCard, Failure, SubmitButton } from '../account/account-card.tsx'
import { AccountForm } from '../account/account-form.tsx'
import styles from '../account/account.module.css'
import { Field } from '../account/field.tsx'
import { useKnownEmail, withEmail } from '../account/known-email.ts'
import { useAttempt } from '../account/use-attempt.ts'
import { requiredPasswordProblem, usernameProblem } from '../account/validation.ts'
import { GoogleButton } from '../google/google-button.tsx'

/** product §2, Login. */
export function LoginPage() {
  const { status } = useSession()
  const [username, setUsername] = useState(useKnownEmail())
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

  const submit = async () => {
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
          <Link to="/reset-password" {...withEmail(username)}>
            Forgot your password?
          </Link>
        </>
      }
    >
      <AccountForm onSubmit={submit}>
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
      </AccountForm>
      <div className={styles.or}>or</div>
      <GoogleButton disabled={busy} onStart={() => setError(undefined)} onError={setError} />
    </AccountCard>
  )
}
