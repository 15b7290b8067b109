import { useEffect, type RefObject } from 'react'

/** Scrolls the focused editor into view, including its buttons if they fit. */
function keepFocusInSight(box: HTMLElement | null): void {
  const { activeElement } = document
  if (!box?.contains(activeElement)) return
  for (const part of [activeElement?.closest('form'), activeElement])
    part?.scrollIntoView({ block: 'nearest' })
}

/** Sets the height covered by an on-screen keyboard (`--covered`) and the visible height of the window (`--seen`). */
export function useAboveKeyboard(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport: seen } = window
    if (!seen) return
    const measure = () => {
      const covered = Math.max(innerHeight - seen.height - seen.offsetTop, 0)
      box.current?.style.setProperty('--covered', `${covered}px`)
      box.current?.style.setProperty('--seen', `${seen.height}px`)
    }
    measure()
    const resize = () => {
      measure()
      // After the box has been resized.
      requestAnimationFrame(() => keepFocusInSight(box.current))
    }
    const watching = new AbortController()
    seen.addEventListener('resize', resize, { signal: watching.signal })
    seen.addEventListener('scroll', measure, { signal: watching.signal })
    return () => watching.abort()
  }, [box])
}
