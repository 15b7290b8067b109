import { useSyncExternalStore } from 'react'

/** The page has room for the list beside it (product §9, breakpoint lg). */
const WIDE = '(min-width: 1200px)'
const wide = () => (typeof matchMedia === 'function' ? matchMedia(WIDE) : undefined)

export const isWide = (): boolean => wide()?.matches ?? false

const watch = (listener: () => void) => {
  const query = wide()
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}
export const useIsWide = (): boolean => useSyncExternalStore(watch, isWide)
