import { Listeners } from '@andscene/web-kit/listeners'
import { Loading } from '@andscene/web-kit/loading'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import styles from './route-progress.module.css'

/**
 * A loading page: an outline and 'Loading...' (product §2). Also shows RouteProgress. index.html has the same, until this
 * code has loaded.
 */
export function Waiting() {
  useLayoutEffect(beginWait, [])
  return (
    <div className="host-waiting">
      <div className="host-outline" aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </div>
      <Loading />
    </div>
  )
}

let waits = 0
const listeners = new Listeners()

const change = (by: number) => {
  waits += by
  listeners.tell()
}

function beginWait(): () => void {
  change(1)
  return () => change(-1)
}

/** A bar along the top while a route's code or data is loading. It slows down, because the duration is unknown. */
export function RouteProgress() {
  if (!useSyncExternalStore(listeners.subscribe, () => waits > 0)) return null
  return <div className={styles.bar} data-testid="route-progress" aria-hidden="true" />
}
