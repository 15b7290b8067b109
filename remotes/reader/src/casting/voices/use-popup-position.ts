import {
  autoUpdate,
  detectOverflow,
  offset,
  shift,
  size,
  useFloating,
  type Middleware,
} from '@floating-ui/react-dom'
import { useLayoutEffect, useRef, type CSSProperties, type RefObject } from 'react'
import { DROPDOWN_MAX_HEIGHT } from '../voice-ui-limits.ts'

/** Pixels. */
const GAP = 4
const EDGE = 8
const MIN_WIDTH = 360

/** The popup is limited by the window, not by the scroll container of its field. */
const IN_WINDOW = { boundary: [], padding: EDGE }

/** Places the list above its field if there is more room. Assumes a full list, so a search does not move it. */
const roomier: Middleware = {
  name: 'roomier',
  async fn(state) {
    const { top, bottom } = await detectOverflow(state, { ...IN_WINDOW, elementContext: 'reference' })
    const below = -bottom - GAP
    const above = -top - GAP
    const placement = below >= DROPDOWN_MAX_HEIGHT || below >= above ? 'bottom-start' : 'top-start'
    return placement === state.placement ? {} : { reset: { placement } }
  },
}

export const middleware = [
  roomier,
  offset(GAP),
  size({
    ...IN_WINDOW,
    apply({ availableHeight, rects, elements: { floating } }) {
      const most = document.documentElement.clientWidth - 2 * EDGE
      floating.style.width = `${Math.min(Math.max(rects.reference.width, MIN_WIDTH), most)}px`
      floating.style.maxHeight = `${Math.min(DROPDOWN_MAX_HEIGHT, availableHeight)}px`
    },
  }),
  shift(IN_WINDOW),
]

/** Positions a popup in the top layer at `field`; it stays a DOM child of the field for tab order and focus traps. */
export function usePopupPosition(field: RefObject<HTMLElement | null>): {
  popup: RefObject<HTMLDivElement | null>
  style: CSSProperties
} {
  const popup = useRef<HTMLDivElement>(null)
  const { refs, floatingStyles } = useFloating({
    strategy: 'fixed',
    placement: 'bottom-start',
    transform: false,
    middleware,
    whileElementsMounted: autoUpdate,
  })
  useLayoutEffect(() => {
    popup.current?.showPopover?.()
    refs.setReference(field.current)
    refs.setFloating(popup.current)
  }, [refs, field])
  return { popup, style: floatingStyles }
}
