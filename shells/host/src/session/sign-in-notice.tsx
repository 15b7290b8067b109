import { AlertIcon } from '@andscene/web-kit/icons/things'
import { endedSession } from '@andscene/web-kit/ended-session'
import { useSession } from '@andscene/web-kit/session'
import { wantedPage } from '@andscene/web-kit/wanted-page'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'

/** A screen reader announces a live region only if it was rendered before its text. */
const BEFORE_TEXT_MS = 100

/** On /, after a redirect of a visitor: a link to sign in. */
export function SignInNotice() {
  const { status } = useSession()
  const [page] = useState(wantedPage)
  const [ended] = useState(endedSession)
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setThere(true), BEFORE_TEXT_MS)
    return () => clearTimeout(timer)
  }, [])
  if (page === undefined || status !== 'anonymous') return null
  return (
    <output>
      {isThere && (
        <span className="host-notice">
          <AlertIcon />
          <span className="host-notice-text">
            {ended && `${ended.sentence} `}
            {page.startsWith('/scripts/')
              ? 'Sign in to open the script.'
              : 'Sign in to open the page you asked for.'}
          </span>
          <Link className="as-button" to="/secret-login">
            Sign in
          </Link>
        </span>
      )}
    </output>
  )
}
