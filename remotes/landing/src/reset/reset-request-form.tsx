import { sendResetEmail } from '@andscene/web-kit/identity'
import { resetError } from '@andscene/web-kit/identity-errors'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { AccountCard, Failure, SubmitButton, Success } from '../account/account-card.tsx'
import { AccountForm } from '../account/account-form.tsx'
import { EmailField } from '../account/field.tsx'
import { useKnownEmail, withEmail } from '../account/known-email.ts'
import { MailboxLink } from '../account/mailbox-link.tsx'
import { emailProblem } from '../account/validation.ts'

export function ResetRequestForm() {
  const [email, setEmail] = useState(useKnownEmail())
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [error, setError] = useState<string>()
  const problem = emailProblem(email)

  const submit = async () => {
    setChecked(true)
    setError(undefined)
    setSent(false)
    if (busy || problem) return
    setBusy(true)
    try {
      await sendResetEmail(email.trim())
      setSent(true)
    } catch (failure) {
      setError(resetError(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <AccountCard
      title="Reset Password"
      intro="Enter the email address of your account, and we will send you a link to choose a new password."
      links={
        <Link to="/secret-login" {...withEmail(email)}>
          Back to Login
        </Link>
      }
    >
      <AccountForm onSubmit={submit}>
        <EmailField value={email} onChange={setEmail} problem={checked ? problem : undefined} />
        {sent && (
          <>
            <Success>Password reset email sent</Success>
            <MailboxLink />
          </>
        )}
        {error && <Failure>{error}</Failure>}
        <SubmitButton busy={busy}>Reset Password</SubmitButton>
      </AccountForm>
    </AccountCard>
  )
}
