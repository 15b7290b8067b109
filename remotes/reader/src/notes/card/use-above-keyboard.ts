import { useEffect, type RefObject } from 'react'

/** Tells a box at the end of the window how much of it a keyboard on the screen covers, as `--covered`. */
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
    const watching = new AbortController()
    seen.addEventListener('resize', measure, { signal: watching.signal })
    seen.addEventListener('scroll', measure, { signal: watching.signal })
    return () => watching.abort()
  }, [box])
}
