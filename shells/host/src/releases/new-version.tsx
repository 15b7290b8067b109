import { isHeld, watchHolds } from '@andscene/web-kit/safe-moment'
import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { MAIN_ID } from '../routes/frame.tsx'
import type { ReleaseWatch } from './release-watch.ts'
import { reloadPage } from './reload-page.ts'

/**
 * The offer appears after this time without holds, so that it does not appear between two lines or two saves.
 * Milliseconds.
 */
const QUIET_MS = 1_000

/** Offers a new version while nothing is held, and hides when a hold begins (product §14). */
export function NewVersion({ releases }: { releases: ReleaseWatch }) {
  const id = useId()
  useLookOnNavigation(releases)
  const offer = useSyncExternalStore(releases.subscribe, releases.offer)
  const isShown = useQuiet() && offer !== undefined
  const box = useRef<HTMLDivElement>(null)

  // The button that had the focus is hidden.
  useLayoutEffect(() => {
    if (!isShown && box.current?.contains(document.activeElement))
      document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
  }, [isShown])

  return (
    <div ref={box} className="host-offer" data-shown={isShown || undefined}>
      {/* Rendered before its text: only then a screen reader announces it. */}
      <output id={id}>{isShown && 'A new version is available.'}</output>
      <div className="host-offer-buttons" hidden={!isShown}>
        <button
          type="button"
          className="as-button as-button-primary"
          aria-describedby={id}
          onClick={reloadPage}
        >
          Reload
        </button>
        <button type="button" className="as-button" aria-describedby={id} onClick={releases.later}>
          Later
        </button>
      </div>
    </div>
  )
}

function useLookOnNavigation(releases: ReleaseWatch): void {
  const { pathname } = useLocation()
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    releases.look()
  }, [releases, pathname])
}

function useQuiet(): boolean {
  const isBusy = useSyncExternalStore(watchHolds, isHeld)
  const [isQuiet, setQuiet] = useState(!isBusy)
  useEffect(() => {
    if (isBusy) return
    const timer = setTimeout(() => setQuiet(true), QUIET_MS)
    return () => {
      clearTimeout(timer)
      setQuiet(false)
    }
  }, [isBusy])
  return isQuiet && !isBusy
}
