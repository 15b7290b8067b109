import { Component, type ReactNode } from 'react'
import './error-boundary.css'

type Props = {
  children: ReactNode
  /** The route's own sentence (product §2), in place of the generic words. */
  text?: string
  /** Retry is always offered and does this first; without it Retry follows the rule of product §2. */
  onRetry?: () => void
  /** Shows nothing in place of what failed: for parts a person can do without. */
  quiet?: boolean
}

/** product §2: Retry only when the message mentions query or fetch. */
const mayRetry = (error: Error) => /query|fetch/i.test(error.message)

/** A file of an earlier release is gone: only a new page knows the present names (architecture §8). */
const isStale = (error: Error) =>
  error.name === 'ChunkLoadError' || /loading (css )?chunk/i.test(error.message)

/** The panel alone, where an error is at hand without a boundary. */
export function ErrorPanel(props: {
  error: Error
  text?: string | undefined
  onRetry?: (() => void) | undefined
}) {
  const { error, text = 'Something went wrong', onRetry } = props
  return (
    <section className="as-error" role="alert">
      <h2>{text}</h2>
      <div className="as-error-actions">
        {onRetry && (
          <button type="button" className="as-button as-button-primary" onClick={onRetry}>
            Retry
          </button>
        )}
        {isStale(error) && (
          <button type="button" className="as-button" onClick={() => location.reload()}>
            Reload page
          </button>
        )}
      </div>
      <details>
        <summary>Error details</summary>
        <pre>{error.message || error.name}</pre>
      </details>
    </section>
  )
}

/** The generic error boundary (product §2): an error below it costs only what stands below it. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  private readonly retry = () => {
    this.props.onRetry?.()
    this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    if (this.props.quiet) return null
    const retry = this.props.onRetry || mayRetry(error) ? this.retry : undefined
    return <ErrorPanel error={error} text={this.props.text} onRetry={retry} />
  }
}
