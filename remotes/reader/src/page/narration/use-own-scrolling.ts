import { useEffect } from 'react'
import { isBehindDialog, isPressedOrTyped } from '../../player/device/keyboard.ts'

/** Milliseconds. Scrolling within this time of user input counts as the user's own. */
const BY_PERSON_MS = 300

/** Direction of each key: 1 down, -1 up. */
const SCROLLING_KEYS: Record<string, number> = { PageDown: 1, PageUp: -1 }

/** Returns the direction in which a key scrolls, or 0. Plain arrows, Home, End and space belong to the player. */
function directionOf({ key, shiftKey, ctrlKey, metaKey, altKey, target }: KeyboardEvent): number {
  if (altKey) return 0
  if (key === ' ') return shiftKey && !ctrlKey && !metaKey && !isPressedOrTyped(target) ? -1 : 0
  if (ctrlKey && (key === 'Home' || key === 'End')) return key === 'End' ? 1 : -1
  if (metaKey && (key === 'ArrowUp' || key === 'ArrowDown')) return key === 'ArrowDown' ? 1 : -1
  return SCROLLING_KEYS[key] ?? 0
}

/** True for a press on the window's scrollbar, which is outside the content. */
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

/** Reports when the user scrolls the page; ignores scrolling by code, by a focus change or inside an element. */
export function useOwnScrolling(report: () => void): void {
  useEffect(() => {
    let isDragging = false
    /** The last user input that scrolls: its direction, and until when it counts. */
    let lastInput = { direction: 0, until: 0 }
    /** The scroll position; read only when needed, because reading forces a layout. */
    let top: number | undefined
    let finger = { x: 0, y: 0 }

    const recordInput = (target: EventTarget | null, direction: number) => {
      if (direction === 0 || isBehindDialog() || isScrolledItself(target, direction)) return
      top ??= scrollY
      lastInput = { direction: Math.sign(direction), until: performance.now() + BY_PERSON_MS }
    }
    const turn = ({ target, deltaY, ctrlKey }: WheelEvent) => {
      // With Ctrl it zooms.
      if (!ctrlKey) recordInput(target, deltaY)
    }
    const touch = ({ touches }: TouchEvent) => {
      if (touches[0]) finger = { x: touches[0].clientX, y: touches[0].clientY }
    }
    const drag = (event: TouchEvent) => {
      const { x, y } = finger
      touch(event)
      const upward = y - finger.y
      // A horizontal swipe scrolls a bar, not the page.
      if (Math.abs(upward) > Math.abs(x - finger.x)) recordInput(event.target, upward)
    }
    const press = (event: KeyboardEvent) => {
      isDragging = false
      if (!event.defaultPrevented) recordInput(event.target, directionOf(event))
    }
    const begin = (event: PointerEvent) => {
      isDragging = isOnScrollbar(event)
    }
    const end = () => {
      if (isDragging) lastInput = { direction: 0, until: performance.now() + BY_PERSON_MS }
      isDragging = false
    }
    // Not every browser reports the release of the scrollbar.
    const move = ({ buttons }: PointerEvent) => {
      if (buttons === 0) end()
    }
    const scroll = () => {
      const direction = Math.sign(scrollY - (top ?? scrollY))
      top = scrollY
      const isSameDirection = lastInput.direction === 0 || lastInput.direction === direction
      if (isDragging || (performance.now() < lastInput.until && isSameDirection)) report()
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
  }, [report])
}
