import { useSearchParams, Link } from 'react-router-dom'
import { NewPasswordForm } from './new-password-form.tsx'
import { sendResetEmail } from '@andscene/web-kit/identity'
import { resetError } from '@andscene/web-kit/identity-errors'
import { useState } from 'react'
import { AccountCard, Success } from '../account/account-card.tsx'
import { AccountForm } from '../account/account-form.tsx'
import { EmailField, emailProblem } from '../account/field.tsx'
import { useKnownEmail, withEmail } from '../account/navigation.tsx'
import { MailboxLink } from '../account/mail.tsx'
import { useAttempts } from '../account/use-attempts.ts'

/** product §2, Reset Password: requests the e-mail, or with its link the new password (product §6). */
export function ResetPage() {
  const [query] = useSearchParams()
  const oobCode = query.get('oobCode')
  if (query.get('mode') === 'resetPassword' && oobCode) return <NewPasswordForm oobCode={oobCode} />
  return <ResetRequestForm />
}

function ResetRequestForm() {
  const [email, setEmail] = useState(useKnownEmail())
  const [sent, setSent] = useState(false)
  const attempts = useAttempts()
  const problem = emailProblem(email)

  const send = async () => {
    setSent(false)
    await sendResetEmail(email.trim())
    setSent(true)
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
      <AccountForm
        attempts={attempts}
        isGood={!problem}
        run={send}
        sentenceOf={resetError}
        button="Reset Password"
      >
        <EmailField value={email} onChange={setEmail} problem={attempts.checked ? problem : undefined} />
        {sent && !problem && (
          <>
            <Success>Password reset email sent</Success>
            <MailboxLink />
          </>
        )}
      </AccountForm>
    </AccountCard>
  )
}
