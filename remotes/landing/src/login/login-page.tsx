import { AlertIcon } from '@andscene/web-kit/icons/things'
import { signIn, warmUp } from '@andscene/web-kit/identity'
import { loginError } from '@andscene/web-kit/identity-errors'
import { endedSession } from '@andscene/web-kit/ended-session'
import { useSession } from '@andscene/web-kit/session'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { AccountCard } from '../account/account-card.tsx'
import { AccountForm } from '../account/account-form.tsx'
import styles from '../account/account.module.css'
import { Field, requiredPasswordProblem, usernameProblem } from '../account/field.tsx'
import { useKnownEmail, withEmail, SignedIn } from '../account/navigation.tsx'
import { useAttempts } from '../account/use-attempts.ts'
import { GoogleButton } from '../google/google-button.tsx'
import { wantedPage } from '@andscene/web-kit/wanted-page'

export function LoginPage() {
  const { status } = useSession()
  const [username, setUsername] = useState(useKnownEmail())
  const [password, setPassword] = useState('')
  const attempts = useAttempts()
  const { checked } = attempts

  // After the first paint, so that the identity SDK does not delay the form.
  useEffect(warmUp, [])

  if (status === 'authenticated') return <SignedIn />

  const problems = { username: usernameProblem(username), password: requiredPasswordProblem(password) }

  return (
    <AccountCard
      title="And Scene Access"
      page="Login"
      links={
        <>
          <Link to="/register" {...withEmail(username)}>
            Create an account
          </Link>
          <Link to="/reset-password" {...withEmail(username)}>
            Forgot your password?
          </Link>
        </>
      }
    >
      <SessionEnd />
      <AccountForm
        attempts={attempts}
        isGood={!problems.username && !problems.password}
        run={(signal) => signIn(username.trim(), password, signal)}
        sentenceOf={loginError}
        button="Login"
      >
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
      </AccountForm>
      <div className={styles.or}>or</div>
      <GoogleButton attempts={attempts} />
    </AccountCard>
  )
}

/** Why the user, who did not sign out, has to log in again, and where that leads. */
function SessionEnd() {
  const [ended] = useState(endedSession)
  const [page] = useState(wantedPage)
  if (!ended) return null
  const to = page?.startsWith('/scripts/') ? 'Log in to continue listening.' : 'Log in to continue.'
  return (
    <p className={styles.notice} role="alert">
      <AlertIcon size={20} />
      <span>
        {ended.sentence} {ended.mayReturn && to}
      </span>
    </p>
  )
}
