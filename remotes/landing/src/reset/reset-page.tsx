import { useSearchParams } from 'react-router-dom'
import { NewPasswordForm } from './new-password-form.tsx'
import { ResetRequestForm } from './reset-request-form.tsx'

/** product §2, Reset Password: requests the e-mail, or with its link the new password (product §6). */
export function ResetPage() {
  const [query] = useSearchParams()
  const oobCode = query.get('oobCode')
  if (query.get('mode') === 'resetPassword' && oobCode) return <NewPasswordForm oobCode={oobCode} />
  return <ResetRequestForm />
}
