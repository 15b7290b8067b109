import { PageTitle } from '@andscene/web-kit/page-title'
import { useRouteError } from 'react-router-dom'

/** What is left when the shell itself fails (product §2). */
export function RouterErrorPage() {
  const error = useRouteError()
  return (
    <main className="host-page">
      <PageTitle>Error</PageTitle>
      <h1>Unexpected Application Error!</h1>
      <p>
        <button type="button" className="as-button as-button-primary" onClick={() => location.reload()}>
          Reload page
        </button>
      </p>
      <details>
        <summary>Error details</summary>
        <pre>{error instanceof Error ? error.message : String(error)}</pre>
      </details>
    </main>
  )
}
