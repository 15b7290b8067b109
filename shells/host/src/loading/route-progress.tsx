import { useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router-dom'
import styles from './route-progress.module.css'
import { isWaiting, watchWaits } from './waits.ts'

/** A bar along the top while a route's code or data is on its way. How long it takes nobody knows: it only slows down. */
export function RouteProgress() {
  const isNavigating = useNavigation().state !== 'idle'
  const isWaited = useSyncExternalStore(watchWaits, isWaiting)
  if (!isNavigating && !isWaited) return null
  return <div className={styles.bar} data-testid="route-progress" aria-hidden="true" />
}
