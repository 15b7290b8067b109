import { useSyncExternalStore } from 'react'

/** Returns whether a media query matches, as a function and as a hook; false without `matchMedia` (jsdom). */
function mediaQuery(query: string) {
  const list = () => (typeof matchMedia === 'function' ? matchMedia(query) : undefined)
  const matches = () => list()?.matches ?? false
  const watch = (listener: () => void) => {
    const watched = list()
    watched?.addEventListener('change', listener)
    return () => watched?.removeEventListener('change', listener)
  }
  return { matches, useMatches: () => useSyncExternalStore(watch, matches) }
}

/** True when there is room for the notes next to the script (product §9, breakpoint lg). */
export const { matches: isWide, useMatches: useIsWide } = mediaQuery('(min-width: 1200px)')
/** Below sm (product §9). */
export const { useMatches: useIsPhone } = mediaQuery('(max-width: 599.98px)')
