import { Loading } from '@andscene/web-kit/loading'
import { useLayoutEffect } from 'react'
import styles from './waiting.module.css'
import { beginWait } from './waits.ts'

/** A page that is on its way: 'Loading...' (product §2) and its outline. While one is shown, so is the bar of RouteProgress. */
export function Waiting() {
  useLayoutEffect(beginWait, [])
  return (
    <div className={styles.page}>
      <Loading />
      <div className={styles.outline} aria-hidden="true">
        <span className={styles.heading} />
        <span className={styles.card} />
        <span className={styles.card} />
        <span className={styles.card} />
      </div>
    </div>
  )
}
