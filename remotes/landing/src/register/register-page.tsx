import { forgetNewcomer, register, warmUp } from '@andscene/web-kit/identity'
import { registerError } from '@andscene/web-kit/identity-errors'
import { useSession } from '@andscene/web-kit/session'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { AccountCard } from '../account/account-card.tsx'
import { AccountForm } from '../account/account-form.tsx'
import styles from '../account/account.module.css'
import { EmailField, emailProblem } from '../account/field.tsx'
import { useKnownEmail, withEmail, SignedIn } from '../account/navigation.tsx'
import { NewPasswordFields, useNewPassword } from '../account/new-password-fields.tsx'
import { useAttempts } from '../account/use-attempts.ts'
import { GoogleButton } from '../google/google-button.tsx'
import { Registered } from './registered.tsx'

/** product §2, Registration: the form, then the success view. */
export function RegisterPage() {
  const { status } = useSession()
  const [email, setEmail] = useState(useKnownEmail())
  const typed = useNewPassword()
  const attempts = useAttempts()
  const { checked } = attempts
  const [registered, setRegistered] = useState<{ email: string; unsent?: unknown }>()

  useEffect(() => {
    warmUp()
    return forgetNewcomer
  }, [])

  if (registered) return <Registered {...registered} />
  if (status === 'authenticated') return <SignedIn />

  const problem = emailProblem(email)
  const create = async () => {
    const refusal = await typed.refusal()
    if (refusal) return refusal
    const address = email.trim()
    setRegistered({ email: address, ...(await register(address, typed.password)) })
  }
  return (
    <AccountCard
      title="Create Account"
      links={
        <Link to="/secret-login" {...withEmail(email)}>
          Already have an account? Login
        </Link>
      }
    >
      <AccountForm
        attempts={attempts}
        isGood={!problem && typed.isGood}
        run={create}
        sentenceOf={registerError}
        button="Register"
      >
        <EmailField value={email} onChange={setEmail} problem={checked ? problem : undefined} />
        <NewPasswordFields label="Password" checked={checked} typed={typed} />
      </AccountForm>
      <div className={styles.or}>or</div>
      <GoogleButton attempts={attempts} />
    </AccountCard>
  )
}
