import { useSession } from '@andscene/web-kit/session'
import { createPath, useLocation } from 'react-router-dom'
import { WideButton } from './account-card.tsx'

/** Signs out, and returns to this page after the next sign-in. */
export function SwitchAccount() {
  const page = createPath(useLocation())
  const { signOut } = useSession()
  return (
    // The next start of the page finishes a failed sign-out.
    <WideButton primary onClick={() => void signOut(page).catch(() => undefined)}>
      Switch account
    </WideButton>
  )
}
