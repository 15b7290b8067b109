import { checkResetCode, confirmReset } from '@andscene/web-kit/identity'
import { newPasswordError } from '@andscene/web-kit/identity-errors'
import { Loading } from '@andscene/web-kit/loading'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { AccountCard, Failure, SubmitButton, Success } from '../account/account-card.tsx'
import { AccountForm } from '../account/account-form.tsx'
import styles from '../account/account.module.css'
import { withEmail } from '../account/known-email.ts'
import { NewPasswordFields, useNewPassword } from '../account/new-password-fields.tsx'

type LinkCheck = { state: 'checking' } | { state: 'good'; email: string } | { state: 'bad'; error: string }

/** The form behind the link of a reset e-mail (product §6). */
export function NewPasswordForm({ oobCode }: { oobCode: string }) {
  const [link, setLink] = useState<LinkCheck>({ state: 'checking' })
  const typed = useNewPassword()
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [changed, setChanged] = useState(false)

  useEffect(() => {
    let left = false
    checkResetCode(oobCode).then(
      (email) => !left && setLink({ state: 'good', email }),
      (failure: unknown) => !left && setLink({ state: 'bad', error: newPasswordError(failure) }),
    )
    return () => {
      left = true
    }
  }, [oobCode])

  const submit = async () => {
    setChecked(true)
    setError(undefined)
    if (busy || !typed.isGood) return
    setBusy(true)
    try {
      const refusal = await typed.refusal()
      if (refusal) return setError(refusal)
      await confirmReset(oobCode, typed.password)
      setChanged(true)
    } catch (failure) {
      setError(newPasswordError(failure))
    } finally {
      setBusy(false)
    }
  }

  if (link.state === 'checking') return <Loading />
  if (link.state === 'bad') {
    return (
      <AccountCard title="Reset Password" links={<Link to="/secret-login">Back to Login</Link>}>
        <div className={styles.body}>
          <Failure>{link.error}</Failure>
          <Link to="/reset-password" className={`as-button ${styles.wide}`}>
            Request a new link
          </Link>
        </div>
      </AccountCard>
    )
  }
  if (changed) {
    return (
      <AccountCard title="Reset Password">
        <div className={styles.body}>
          <Success inPlace>Your password has been changed.</Success>
          <Link
            to="/secret-login"
            className={`as-button as-button-primary ${styles.wide}`}
            {...withEmail(link.email)}
          >
            Go to Login
          </Link>
        </div>
      </AccountCard>
    )
  }
  return (
    <AccountCard
      title="Choose a new password"
      intro={
        <>
          For{' '}
          <strong>
            <bdi>{link.email}</bdi>
          </strong>
        </>
      }
      links={<Link to="/secret-login">Back to Login</Link>}
    >
      <AccountForm onSubmit={submit}>
        <NewPasswordFields label="New password" checked={checked} typed={typed} />
        {error && <Failure>{error}</Failure>}
        <SubmitButton busy={busy}>Set New Password</SubmitButton>
      </AccountForm>
    </AccountCard>
  )
}
