import { useEffect } from 'react'
import { isBehindDialog, isPressedOrTyped } from '../../player/device/keyboard.ts'

/** A page that scrolls so soon after the person did something that scrolls was scrolled by them. Milliseconds. */
const BY_PERSON_MS = 300

/** Where a key scrolls to: 1 down, -1 up. */
const SCROLLING_KEYS: Record<string, number> = { PageDown: 1, PageUp: -1 }

/** Where a key scrolls to, alone or with modifiers; the plain arrows, Home, End and space are the player's. */
function directionOf({ key, shiftKey, ctrlKey, metaKey, altKey, target }: KeyboardEvent): number {
  if (altKey) return 0
  if (key === ' ') return shiftKey && !ctrlKey && !metaKey && !isPressedOrTyped(target) ? -1 : 0
  if (ctrlKey && (key === 'Home' || key === 'End')) return key === 'End' ? 1 : -1
  if (metaKey && (key === 'ArrowUp' || key === 'ArrowDown')) return key === 'ArrowDown' ? 1 : -1
  return SCROLLING_KEYS[key] ?? 0
}

/** A press outside the content: on the scrollbar of the window. */
const isOnScrollbar = ({ clientX, target }: PointerEvent) =>
  target === document.documentElement && clientX >= document.documentElement.clientWidth

function isScrolledItself(target: EventTarget | null, direction: number): boolean {
  let element = target instanceof Element ? target : null
  for (; element && !element.matches('html, body'); element = element.parentElement) {
    const { scrollTop, scrollHeight, clientHeight } = element
    const left = direction < 0 ? scrollTop : scrollHeight - clientHeight - scrollTop
    if (left >= 1 && /auto|scroll/.test(getComputedStyle(element).overflowY)) return true
  }
  return false
}

/** Reports scrolling of the page by the user: not by the page itself, by a moved focus, or within the page. */
export function useOwnScrolling(tell: () => void): void {
  useEffect(() => {
    let isDragging = false
    /** What the person did last that scrolls: which way, and until when it counts. */
    let meant = { direction: 0, until: 0 }
    /** The scroll position; read only when needed, because reading forces a layout. */
    let top: number | undefined
    let finger = { x: 0, y: 0 }

    const mean = (target: EventTarget | null, direction: number) => {
      if (direction === 0 || isBehindDialog() || isScrolledItself(target, direction)) return
      top ??= scrollY
      meant = { direction: Math.sign(direction), until: performance.now() + BY_PERSON_MS }
    }
    const turn = ({ target, deltaY, ctrlKey }: WheelEvent) => {
      // With Ctrl it zooms.
      if (!ctrlKey) mean(target, deltaY)
    }
    const touch = ({ touches }: TouchEvent) => {
      if (touches[0]) finger = { x: touches[0].clientX, y: touches[0].clientY }
    }
    const drag = (event: TouchEvent) => {
      const { x, y } = finger
      touch(event)
      const upward = y - finger.y
      // A finger that moves sideways scrolls a bar.
      if (Math.abs(upward) > Math.abs(x - finger.x)) mean(event.target, upward)
    }
    const press = (event: KeyboardEvent) => {
      isDragging = false
      if (!event.defaultPrevented) mean(event.target, directionOf(event))
    }
    const begin = (event: PointerEvent) => {
      isDragging = isOnScrollbar(event)
    }
    const end = () => {
      if (isDragging) meant = { direction: 0, until: performance.now() + BY_PERSON_MS }
      isDragging = false
    }
    // Not every browser reports the release of the scrollbar.
    const move = ({ buttons }: PointerEvent) => {
      if (buttons === 0) end()
    }
    const scroll = () => {
      const direction = Math.sign(scrollY - (top ?? scrollY))
      top = scrollY
      const isMeant = meant.direction === 0 || meant.direction === direction
      if (isDragging || (performance.now() < meant.until && isMeant)) tell()
    }

    const listening = new AbortController()
    const passive = { passive: true, signal: listening.signal }
    addEventListener('wheel', turn, passive)
    addEventListener('touchstart', touch, passive)
    addEventListener('touchmove', drag, passive)
    addEventListener('keydown', press, passive)
    addEventListener('pointerdown', begin, passive)
    addEventListener('pointermove', move, passive)
    addEventListener('pointerup', end, passive)
    addEventListener('pointercancel', end, passive)
    addEventListener('scroll', scroll, passive)
    return () => listening.abort()
  }, [tell])
}
