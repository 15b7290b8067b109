import { useFailure } from '@andscene/web-kit/failure'
import { healthQuery, healthSummary } from '@andscene/web-kit/health-query'
import { useQuery } from '@tanstack/react-query'
import styles from './health-widget.module.css'

/** State of the platform in one line: waiting, an error, or a few words with the response as JSON inside (product §2). */
export function HealthWidget() {
  const health = useQuery(healthQuery())
  const failure = useFailure(health)
  if (!failure && health.isPending) return <p className={styles.line}>Checking health...</p>
  if (failure || !health.data) {
    return (
      <p className={styles.line}>
        <span className={styles.bad} aria-hidden="true" />
        Health check failed: {failure?.message}
        <button
          type="button"
          className={styles.retry}
          aria-disabled={health.isFetching}
          onClick={() => void health.refetch({ cancelRefetch: false })}
        >
          Retry
        </button>
      </p>
    )
  }
  return (
    <details>
      <summary className={styles.line}>
        <span className={health.data.status === 'ok' ? styles.good : styles.bad} aria-hidden="true" />
        {healthSummary(health.data)}
      </summary>
      <pre className={styles.full} dir="ltr">
        {JSON.stringify(health.data, null, 2)}
      </pre>
    </details>
  )
}
