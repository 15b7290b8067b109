import { forgetNewcomer, register, warmUp } from '@andscene/web-kit/identity'
import { registerError } from '@andscene/web-kit/identity-errors'
import { useSession } from '@andscene/web-kit/session'
import { useEffect, useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { AccountCard, Failure, SubmitButton } from '../account/account-card.tsx'
import { AccountForm } from '../account/account-form.tsx'
import styles from '../account/account.module.css'
import { EmailField } from '../account/field.tsx'
import { NewPasswordFields, useNewPassword } from '../account/new-password-fields.tsx'
import { emailProblem } from '../account/validation.ts'
import { GoogleButton } from '../google/google-button.tsx'
import { Registered } from './registered.tsx'

/** product §2, Registration: the form, then the success view. */
export function RegisterPage() {
  const { status } = useSession()
  const [email, setEmail] = useState('')
  const typed = useNewPassword()
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [registered, setRegistered] = useState<{ email: string; unsent?: unknown }>()

  useEffect(() => {
    warmUp()
    return forgetNewcomer
  }, [])

  if (registered) return <Registered {...registered} />
  if (status === 'authenticated') return <Navigate to="/dashboard" replace />

  const problem = emailProblem(email)
  const submit = async () => {
    setChecked(true)
    setError(undefined)
    if (busy || problem || !typed.isGood) return
    setBusy(true)
    try {
      const refusal = await typed.refusal()
      if (refusal) return setError(refusal)
      const address = email.trim()
      setRegistered({ email: address, ...(await register(address, typed.password)) })
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
      <AccountForm onSubmit={submit}>
        <EmailField value={email} onChange={setEmail} problem={checked ? problem : undefined} />
        <NewPasswordFields label="Password" checked={checked} typed={typed} />
        {error && <Failure>{error}</Failure>}
        <SubmitButton busy={busy}>Register</SubmitButton>
      </AccountForm>
      <div className={styles.or}>or</div>
      <GoogleButton disabled={busy} onStart={() => setError(undefined)} onError={setError} />
    </AccountCard>
  )
}
