import { Component, type ComponentType, type ReactNode } from 'react'
import './error-boundary.css'

type Props = {
  children: ReactNode
  /** The error text of the route (product §2), instead of the generic one. */
  text?: string | undefined
  Fallback?: ComponentType<{ error: Error }> | undefined
  onRetry?: (() => void) | undefined
  /** A new value, such as the path of another page, renders the children again. */
  resetKey?: string | undefined
  /** Renders nothing after an error: for optional parts of a page. */
  quiet?: boolean
}

/** Code that failed to load. Retry is always offered, because the next attempt may succeed. */
export class LoadError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = cause instanceof Error ? cause.name : 'LoadError'
  }
}

/** product §2: offer Retry only when the message mentions query or fetch. */
const mayRetry = (error: Error) => error instanceof LoadError || /query|fetch/i.test(error.message)

/**
 * A file of an earlier release was deleted, or the registry requires a newer shell: reload the page (architecture §8).
 */
const isStale = (error: Error) =>
  error.name === 'ChunkLoadError' ||
  error.name === 'RegistryTooNew' ||
  /loading (css )?chunk/i.test(error.message)

export function ErrorPanel(props: {
  error: Error
  text?: string | undefined
  onRetry?: (() => void) | undefined
}) {
  const { error, text, onRetry } = props
  // With a route's error text, the error replaces the whole page.
  const Heading = text === undefined ? 'h2' : 'h1'
  return (
    <section className="as-error" role="alert">
      <Heading>{text ?? 'Something went wrong'}</Heading>
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

type State = { error: Error | null; resetKey: string | undefined }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State) {
    return resetKey === state.resetKey ? null : { error: null, resetKey }
  }

  readonly #retry = () => {
    this.props.onRetry?.()
    this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    const { quiet, Fallback, text } = this.props
    if (quiet) return null
    if (Fallback) return <Fallback error={error} />
    return <ErrorPanel error={error} text={text} onRetry={mayRetry(error) ? this.#retry : undefined} />
  }
}
