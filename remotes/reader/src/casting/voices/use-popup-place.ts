import { useLayoutEffect, type RefObject } from 'react'
import { DROPDOWN_MAX_HEIGHT } from '../voice-ui-limits.ts'

const GAP = 4
const EDGE = 8
const LEAST_WIDTH = 360

/** Where a list of `wanted` height fits best beside its field, inside the window. Pixels. */
export function placePopup(
  field: { left: number; top: number; bottom: number; width: number },
  view: { width: number; height: number },
  wanted = DROPDOWN_MAX_HEIGHT,
): { left: number; width: number; maxHeight: number; top?: number; bottom?: number } {
  const width = Math.min(Math.max(field.width, LEAST_WIDTH), view.width - 2 * EDGE)
  const left = Math.min(Math.max(field.left, EDGE), view.width - EDGE - width)
  const below = view.height - field.bottom - GAP - EDGE
  const above = field.top - GAP - EDGE
  return below >= wanted || below >= above
    ? { left, width, top: field.bottom + GAP, maxHeight: Math.min(wanted, below) }
    : { left, width, bottom: view.height - field.top + GAP, maxHeight: Math.min(wanted, above) }
}

const px = (value: number | undefined) => (value === undefined ? 'auto' : `${value}px`)

/** What can be seen of the window: an on-screen keyboard takes its part. */
function visible() {
  const { clientWidth } = document.documentElement
  const { visualViewport } = globalThis
  const height = visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight
  return { width: clientWidth, height }
}

/**
 * Shows `popup` in the browser's top layer, so that no scrolling box cuts it off, and keeps it beside `field`
 * while either moves. It stays a child of its field: tab order and focus traps see it where it belongs.
 */
export function usePopupPlace(
  field: RefObject<HTMLElement | null>,
  popup: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const place = () => {
      if (!field.current || !popup.current) return
      const { left, width, maxHeight, top, bottom } = placePopup(
        field.current.getBoundingClientRect(),
        visible(),
      )
      Object.assign(popup.current.style, {
        left: px(left),
        width: px(width),
        maxHeight: px(maxHeight),
        top: px(top),
        bottom: px(bottom),
      })
    }
    place()
    popup.current?.showPopover?.()
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    const { visualViewport } = globalThis
    visualViewport?.addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
      visualViewport?.removeEventListener('resize', place)
    }
  }, [field, popup])
}
