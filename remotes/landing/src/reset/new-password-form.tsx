import { checkResetCode, confirmReset } from '@andscene/web-kit/identity'
import { newPasswordError } from '@andscene/web-kit/identity-errors'
import { Loading } from '@andscene/web-kit/loading'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { AccountCard, AccountMessage, Failure, Success } from '../account/account-card.tsx'
import { AccountForm } from '../account/account-form.tsx'
import styles from '../account/account.module.css'
import { withEmail } from '../account/navigation.tsx'
import { NewPasswordFields, useNewPassword } from '../account/new-password-fields.tsx'
import { useAttempts } from '../account/use-attempts.ts'

type LinkCheck = { state: 'checking' } | { state: 'good'; email: string } | { state: 'bad'; error: string }

/** The form that the link of a reset e-mail opens (product §6). */
export function NewPasswordForm({ oobCode }: { oobCode: string }) {
  const [link, setLink] = useState<LinkCheck>({ state: 'checking' })
  const typed = useNewPassword()
  const attempts = useAttempts()
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

  const change = async () => {
    const refusal = await typed.refusal()
    if (refusal) return refusal
    await confirmReset(oobCode, typed.password)
    setChanged(true)
  }

  if (link.state === 'checking') return <Loading />
  if (link.state === 'bad')
    return (
      <AccountMessage title="Reset Password" links={<Link to="/secret-login">Back to Login</Link>}>
        <Failure>{link.error}</Failure>
        <Link to="/reset-password" className={`as-button ${styles.wide}`}>
          Request a new link
        </Link>
      </AccountMessage>
    )
  if (changed)
    return (
      <AccountMessage title="Reset Password">
        <Success inPlace>Your password has been changed.</Success>
        <Link
          to="/secret-login"
          className={`as-button as-button-primary ${styles.wide}`}
          {...withEmail(link.email)}
        >
          Go to Login
        </Link>
      </AccountMessage>
    )
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
      <AccountForm
        attempts={attempts}
        isGood={typed.isGood}
        run={change}
        sentenceOf={newPasswordError}
        button="Set New Password"
      >
        <NewPasswordFields label="New password" checked={attempts.checked} typed={typed} />
      </AccountForm>
    </AccountCard>
  )
}
