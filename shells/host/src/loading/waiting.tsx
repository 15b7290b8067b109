import { Loading } from '@andscene/web-kit/loading'
import { useLayoutEffect } from 'react'
import { beginWait } from './waits.ts'

/**
 * A page that is on its way: its outline and 'Loading...' (product §2). While one is shown, so is the bar of RouteProgress.
 * index.html has the same, for the time until this code is there.
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
