import { AlertIcon } from '@andscene/web-kit/icons/things'
import { useSession } from '@andscene/web-kit/session'
import { wantedPage } from '@andscene/web-kit/wanted-page'
import { useState } from 'react'
import { Link } from 'react-router-dom'

/** On /, where a guard has led a visitor: how they get to the page that they asked for. */
export function SignInNotice() {
  const { status } = useSession()
  const [page] = useState(wantedPage)
  if (page === undefined || status !== 'anonymous') return null
  return (
    <output className="host-notice">
      <AlertIcon />
      <span className="host-notice-text">
        {page.startsWith('/scripts/')
          ? 'Sign in to open the script.'
          : 'Sign in to open the page you asked for.'}
      </span>
      <Link className="as-button" to="/secret-login">
        Sign in
      </Link>
    </output>
  )
}
