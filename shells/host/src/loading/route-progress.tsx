import { useSyncExternalStore } from 'react'
import styles from './route-progress.module.css'
import { isWaiting, watchWaits } from './waits.ts'

/** A bar along the top while a route's code or data is loading. It slows down, because the duration is unknown. */
export function RouteProgress() {
  if (!useSyncExternalStore(watchWaits, isWaiting)) return null
  return <div className={styles.bar} data-testid="route-progress" aria-hidden="true" />
}
