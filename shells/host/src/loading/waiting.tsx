import { Loading } from '@andscene/web-kit/loading'
import styles from './route-progress.module.css'

/** A loading page: an outline and 'Loading...' (product §2). index.html shows the same until this code has loaded. */
export const Waiting = () => (
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

/** A bar at the top while a page is loading. It slows down, because the duration is unknown. */
export const RouteProgress = () => (
  <div className={styles.bar} data-testid="route-progress" aria-hidden="true" />
)
