import { Loading } from '@andscene/web-kit/loading'
import { useLayoutEffect } from 'react'
import { beginWait } from './route-progress.tsx'

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
