import { PageTitle } from '@andscene/web-kit/page-title'
import { useSession } from '@andscene/web-kit/session'
import { Link } from 'react-router-dom'

export function NotFoundPage() {
  const { status } = useSession()
  const isVisitor = status === 'anonymous' || status === 'leaving'
  return (
    <div className="host-page">
      <PageTitle>Page not found</PageTitle>
      <h1>404</h1>
      <p>The page you are looking for does not exist.</p>
      <Link to={isVisitor ? '/' : '/dashboard'} className="as-button as-button-primary">
        {isVisitor ? 'Back to Home' : 'Back to Your Scripts'}
      </Link>
    </div>
  )
}
