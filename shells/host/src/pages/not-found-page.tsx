import { PageTitle } from '@andscene/web-kit/page-title'
import { Link } from 'react-router-dom'

/** product §2, any other path. */
export function NotFoundPage() {
  return (
    <div className="host-page">
      <PageTitle>Page not found</PageTitle>
      <h1>404</h1>
      <p>The page you are looking for does not exist.</p>
      <Link to="/" className="as-button as-button-primary">
        Back to Home
      </Link>
    </div>
  )
}
