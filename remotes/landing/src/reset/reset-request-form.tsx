import { sendResetEmail } from '@andscene/web-kit/identity'
import { resetError } from '@andscene/web-kit/identity-errors'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { AccountCard, Success } from '../account/account-card.tsx'
import { AccountForm } from '../account/account-form.tsx'
import { EmailField } from '../account/field.tsx'
import { useKnownEmail, withEmail } from '../account/known-email.ts'
import { MailboxLink } from '../account/mailbox-link.tsx'
import { useAttempts } from '../account/use-attempts.ts'
import { emailProblem } from '../account/validation.ts'

export function ResetRequestForm() {
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
