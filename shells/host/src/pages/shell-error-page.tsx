import { PageTitle } from '@andscene/web-kit/page-title'

/** Shown when the shell itself fails (product §2). */
export function ShellErrorPage({ error }: { error: Error }) {
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
        <pre>{error.message}</pre>
      </details>
    </main>
  )
}
