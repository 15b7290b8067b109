import { useEffect } from 'react'

/** A page that scrolls so soon after the person did something that scrolls was scrolled by them. Milliseconds. */
const BY_PERSON_MS = 300

const SCROLLING_KEYS = new Set(['PageUp', 'PageDown'])

/** A press beside the content: on the bar with which the window is scrolled. */
const isOnScrollbar = ({ clientX, target }: PointerEvent) =>
  target === document.documentElement && clientX >= document.documentElement.clientWidth

/**
 * Tells when the person scrolls the page themselves: by wheel, touch, key or scrollbar. The page also scrolls when a line
 * is brought into sight, or the focus moves: that is not meant.
 */
export function useOwnScrolling(tell: () => void): void {
  useEffect(() => {
    let isDragging = false
    let until = 0
    const mayScroll = () => {
      until = performance.now() + BY_PERSON_MS
    }
    const press = (event: KeyboardEvent) => {
      if (SCROLLING_KEYS.has(event.key) && !event.defaultPrevented) mayScroll()
    }
    const begin = (event: PointerEvent) => {
      isDragging = isOnScrollbar(event)
    }
    const end = () => {
      if (isDragging) mayScroll()
      isDragging = false
    }
    const scroll = () => {
      if (isDragging || performance.now() < until) tell()
    }
    const passive = { passive: true }
    addEventListener('wheel', mayScroll, passive)
    addEventListener('touchmove', mayScroll, passive)
    addEventListener('keydown', press)
    addEventListener('pointerdown', begin)
    addEventListener('pointerup', end)
    addEventListener('scroll', scroll, passive)
    return () => {
      removeEventListener('wheel', mayScroll)
      removeEventListener('touchmove', mayScroll)
      removeEventListener('keydown', press)
      removeEventListener('pointerdown', begin)
      removeEventListener('pointerup', end)
      removeEventListener('scroll', scroll)
    }
  }, [tell])
}
