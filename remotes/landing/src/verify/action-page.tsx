import { Navigate, useSearchParams } from 'react-router-dom'
import { useKnownEmail, withEmail } from '../account/navigation.tsx'

/** Redirects a link of the identity service's e-mails by its `mode` (product §6). */
export function actionTarget(query: URLSearchParams): string {
  const oobCode = query.get('oobCode') ?? ''
  const mode = query.get('mode')
  if (mode === 'resetPassword') return `/reset-password?${new URLSearchParams({ mode, oobCode })}`
  return `/verify-email?${new URLSearchParams({ oobCode })}`
}

export function ActionPage() {
  const [query] = useSearchParams()
  return <Navigate to={actionTarget(query)} replace {...withEmail(useKnownEmail())} />
}
