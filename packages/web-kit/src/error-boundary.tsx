import { Component, type ErrorInfo, type ReactNode } from 'react'
import './error-boundary.css'

type Props = {
  children: ReactNode
  /** The route's own sentence (SPEC §2), above the generic words. */
  text?: string
  /** Retry is always offered and does this first; without it Retry follows the rule of SPEC §2. */
  onRetry?: () => void
  /** Where the error goes besides the screen. */
  onError?: (error: Error, info: ErrorInfo) => void
}

/** SPEC §2: Retry only when the message mentions query or fetch. */
const mayRetry = (error: Error) => /query|fetch/i.test(error.message)

/** The panel alone, for places that hold an error without a boundary. */
export function ErrorPanel({
  error,
  text,
  onRetry,
}: {
  error: Error
  text?: string | undefined
  onRetry?: (() => void) | undefined
}) {
  return (
    <section className="as-error" role="alert">
      <h2>{text ?? 'Something went wrong'}</h2>
      {onRetry && (
        <button type="button" className="as-button as-button-primary" onClick={onRetry}>
          Retry
        </button>
      )}
      <details>
        <summary>Error details</summary>
        <pre>{error.message || error.name}</pre>
      </details>
    </section>
  )
}

/** The generic error boundary (SPEC §2): an error below it costs only what stands below it. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    this.props.onError?.(error, info)
  }

  private readonly retry = () => {
    this.props.onRetry?.()
    this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    const retry = this.props.onRetry || mayRetry(error) ? this.retry : undefined
    return <ErrorPanel error={error} text={this.props.text} onRetry={retry} />
  }
}
