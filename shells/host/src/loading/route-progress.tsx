import { useSyncExternalStore } from 'react'
import styles from './route-progress.module.css'

let waits = 0
const listeners = new Set<() => void>()

const change = (by: number) => {
  waits += by
  for (const listener of listeners) listener()
}

export function beginWait(): () => void {
  change(1)
  return () => change(-1)
}

const isWaiting = (): boolean => waits > 0

const watchWaits = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A bar along the top while a route's code or data is loading. It slows down, because the duration is unknown. */
export function RouteProgress() {
  if (!useSyncExternalStore(watchWaits, isWaiting)) return null
  return <div className={styles.bar} data-testid="route-progress" aria-hidden="true" />
}
