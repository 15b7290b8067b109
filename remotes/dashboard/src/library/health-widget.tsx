import { useQuery } from '@tanstack/react-query'
import { healthQuery } from './health-query.ts'
import styles from './health-widget.module.css'

/** State of the platform in a quiet line: waiting, an error, or the response as JSON (product §2). */
export function HealthWidget() {
  const health = useQuery(healthQuery())
  if (health.isPending) return <p className={styles.line}>Checking health...</p>
  if (health.isError) {
    return (
      <p className={styles.line}>
        <span className={styles.bad} aria-hidden="true" />
        Health check failed: {health.error.message}
      </p>
    )
  }
  return (
    <details className={styles.details}>
      <summary className={styles.line}>
        <span className={health.data.status === 'ok' ? styles.good : styles.bad} aria-hidden="true" />
        <code className={styles.brief} dir="ltr">
          {JSON.stringify(health.data)}
        </code>
      </summary>
      <pre className={styles.full} dir="ltr">
        {JSON.stringify(health.data, null, 2)}
      </pre>
    </details>
  )
}
