import { useEffect, type RefObject } from 'react'

/** Brings what is being written back into sight: its buttons if there is room, itself in any case. */
function keepFocusInSight(box: HTMLElement | null): void {
  const { activeElement } = document
  if (!box?.contains(activeElement)) return
  for (const part of [activeElement?.closest('form'), activeElement])
    part?.scrollIntoView({ block: 'nearest' })
}

/** Sets how much of the window an on-screen keyboard covers (`--covered`), and how much is visible (`--seen`). */
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
      // Once the box has its new size.
      requestAnimationFrame(() => keepFocusInSight(box.current))
    }
    const watching = new AbortController()
    seen.addEventListener('resize', resize, { signal: watching.signal })
    seen.addEventListener('scroll', measure, { signal: watching.signal })
    return () => watching.abort()
  }, [box])
}
