import { classNames } from '@andscene/web-kit/class-names'
import { useFailure } from '@andscene/web-kit/failure'
import { healthQuery, healthSummary } from '@andscene/web-kit/health-query'
import parts from '@andscene/web-kit/parts.module.css'
import { useQuery } from '@tanstack/react-query'
import styles from './library.module.css'

/**
 * The state of the platform in one line: waiting, an error, or a summary that expands to the response as JSON (product
 * §2).
 */
export function HealthWidget() {
  const health = useQuery(healthQuery())
  const failure = useFailure(health)
  if (!failure && health.isPending) return <p className={parts.hint}>Checking health...</p>
  if (failure || !health.data) {
    return (
      <p className={classNames(parts.hint, styles.line)}>
        <span className={styles.dot} aria-hidden="true" />
        Health check failed: {failure?.message}
        <button
          type="button"
          className={parts.inlineButton}
          aria-disabled={health.isFetching}
          onClick={() => void health.refetch({ cancelRefetch: false })}
        >
          Retry
        </button>
      </p>
    )
  }
  return (
    <details className={parts.disclosure}>
      <summary className={parts.hint}>
        <span
          className={styles.dot}
          data-tone={health.data.status === 'ok' ? 'good' : undefined}
          aria-hidden="true"
        />
        {healthSummary(health.data)}
      </summary>
      <pre className={styles.full} dir="ltr">
        {JSON.stringify(health.data, null, 2)}
      </pre>
    </details>
  )
}
